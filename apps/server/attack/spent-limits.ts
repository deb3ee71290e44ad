/** Strangers use up what the owner of an account needs, or guess the owner's secrets. */
import { Secret, TOTP } from 'otpauth';
import type { Attack } from './attack.ts';
import { addressOf, inTurn } from './measuring.ts';
import { Client, PASSWORD } from './client.ts';

const USER = '/bb/app/user';

export const spentCodes: Attack = {
  name: 'spent-codes',
  inVersion010: 'at home in, elsewhere shut out',
  requirement: 'the owner signs in, at home and in the own browser elsewhere',
  isInShort: true,
  run: async ({ start, isShort }) => {
    const target = await start({ RATE_LIMIT_FACTOR: '1' });
    const origin = `http://127.0.0.1:${target.port}`;
    const home = new Client(target.port, { address: addressOf(20, 0) });
    const browser = new Client(target.port, { address: addressOf(20, 1), origin });
    const email = await home.register('owner');
    await browser.signIn(email);
    const strangers = isShort ? 120 : 400;
    await inTurn(strangers, 4, async (index) => {
      const address = addressOf(21 + (index % 24), index);
      const client = new Client(target.port, { address });
      await client.call(`${USER}/sendEmailCode`, { email, type: 'login' });
      await client.signInByCode(email, { code: '000000' });
      await client.signInByCode(email, { code: '000001', password: 'Wrong-2026' });
      client.close();
    });
    const atHome = await home.signIn(email);
    const away = new Client(target.port, { address: addressOf(50, 0), origin });
    away.takeCookies(browser);
    const elsewhere = await away.signIn(email);
    for (const client of [home, browser, away]) client.close();
    const tell = ({ code, error }: { readonly code: number; readonly error?: string }): string =>
      code === 1 ? 'in' : (error ?? 'refused');
    return {
      figure: `after ${strangers} strangers: at home ${tell(atHome)}, elsewhere ${tell(elsewhere)}`,
      isMet: atHome.code === 1 && elsewhere.code === 1,
    };
  },
};

const NETWORKS = 70;
/** Published in D0019: ten wrong codes, then a wait. */
const GUESSES_MAX = 10;

export const googleGuesses: Attack = {
  name: 'google-guesses',
  inVersion010: '90 of 90 guesses looked at, from 30 networks',
  requirement: 'at most 10 guesses looked at, from 70 networks; the owner signs in',
  isInShort: true,
  run: async ({ start, isShort }) => {
    const target = await start();
    const owner = new Client(target.port);
    const email = await owner.register('guarded');
    const totp = await bindGoogle(owner, email);
    const answers = new Map<string, number>();
    const networks = isShort ? 30 : NETWORKS;
    for (let index = 0; index < networks; index++) {
      // Networks of seven neighbourhoods, each within its share of codes.
      const thief = new Client(target.port, { address: addressOf(60 + (index % 7), index) });
      await thief.call(`${USER}/sendEmailCode`, { email, type: 'login' });
      const code = await owner.codeFor(email);
      for (let n = 0; n < 3; n++) {
        const googleCode = String(100_000 + index * 3 + n);
        const { error } = await thief.signInByCode(email, { code, googleCode });
        answers.set(error ?? 'entered', (answers.get(error ?? 'entered') ?? 0) + 1);
      }
      thief.close();
    }
    const guesses = answers.get('identity/google-code-wrong') ?? 0;
    await owner.call(`${USER}/sendEmailCode`, { email, type: 'login' });
    const entered = await owner.signInByCode(email, {
      code: await owner.codeFor(email),
      googleCode: nextCode(totp),
    });
    owner.close();
    const others = [...answers].map(([name, count]) => `${count} ${name}`).join(', ');
    return {
      figure: `${guesses} guesses looked at (${others}); owner ${entered.code === 1 ? 'in' : entered.error}`,
      isMet: guesses <= GUESSES_MAX && !answers.has('entered') && entered.code === 1,
    };
  },
};

async function bindGoogle(owner: Client, email: string): Promise<TOTP> {
  const { data } = await owner.call<{ secret: string }>(`${USER}/startGoogleBind`);
  const totp = new TOTP({ secret: Secret.fromBase32(data.secret) });
  await owner.call(`${USER}/sendEmailCode`, { email, type: 'bind' });
  const code = await owner.codeFor(email);
  const googleCode = totp.generate();
  const bound = await owner.call(`${USER}/bindGoogle`, { password: PASSWORD, code, googleCode });
  if (bound.code !== 1) throw new Error(`the authenticator was not bound: ${bound.error}`);
  return totp;
}

/** A code works once, so this is that of the next step, which is accepted as well. */
const nextCode = (totp: TOTP): string => totp.generate({ timestamp: Date.now() + 30_000 });
