/**
 * A stranger tries to distinguish addresses with an account from those without, by replies and
 * times.
 */
import type { Attack } from './attack.ts';
import { addressOf, median } from './measuring.ts';
import { Client, PASSWORD, type Reply } from './client.ts';

const USER = '/bb/app/user';
const WRONG = { code: '000000', password: PASSWORD, confirmPassword: PASSWORD };
/**
 * A guessing classifier is right half the time; with 400 guesses the standard deviation is 2.5 in
 * 100.
 */
const RIGHT_SHARE_MAX = 0.6;

type Step = (client: Client, email: string) => Promise<Reply<unknown>>;
const STEPS: Readonly<Record<string, Step>> = {
  'code for a sign-in': (client, email) => client.call(`${USER}/sendEmailCode`, { email, type: 'login' }),
  'sign-in': (client, email) => client.signInByCode(email, WRONG),
  'code for a forgotten password': (client, email) => client.call(`${USER}/sendEmailCodeForget`, { email }),
  'forgotten password': (client, email) => client.call(`${USER}/forgetPwd`, { email, ...WRONG }),
  'code for a registration': (client, email) =>
    client.call(`${USER}/sendEmailCode`, { email, type: 'register' }),
  registration: (client, email) => client.call(`${USER}/register`, { email, ...WRONG, agree: true }),
};

export const toldApart: Attack = {
  name: 'told-apart',
  inVersion010: '80 of 80',
  requirement: 'answers are the same; the median of times tells at most 60 in 100',
  isInShort: true,
  run: async ({ start, isShort }) => {
    const target = await start({ RATE_LIMIT_FACTOR: '1' });
    const [people, tries] = isShort ? [4, 3] : [20, 10];
    const addresses = await makeAddresses(target.port, people);
    const all: Compared[] = [];
    for (let index = 0; index < tries * people; index++) {
      // Each attempt has its own network in one neighbourhood, whose share of codes runs out
      // meanwhile.
      const client = new Client(target.port, { address: addressOf(11, index) });
      const pair = addresses[index % people];
      // The order alternates, so that it reveals nothing.
      const isKnownFirst = (index + Math.floor(index / people)) % 2 === 0;
      if (pair !== undefined) all.push(...(await compare(client, pair, isKnownFirst)));
      client.close();
    }
    const shares = Object.keys(STEPS).map((name) => ({
      name,
      share: rightShare(all.filter(({ step }) => step === name)),
    }));
    const best = shares.toSorted((a, b) => b.share - a.share)[0];
    const differing = all.filter(({ isSame }) => !isSame).length;
    const share = best?.share ?? 1;
    return {
      figure: `${differing} of ${all.length} answers differ; times tell ${(share * 100).toFixed(0)} in 100 (${best?.name})`,
      isMet: differing === 0 && (isShort || share <= RIGHT_SHARE_MAX),
    };
  },
};

interface Pair {
  readonly known: string;
  readonly unknown: string;
}

/** Those without an account have the same past: a code for an unfinished registration. */
async function makeAddresses(port: number, count: number): Promise<readonly Pair[]> {
  const owners = new Client(port, { address: addressOf(10, 0) });
  const pairs: Pair[] = [];
  for (let n = 0; n < count; n++) {
    const unknown = `nobody-${n}@attack.example`;
    pairs.push({ known: await owners.register('known'), unknown });
    await owners.call(`${USER}/sendEmailCode`, { email: unknown, type: 'register' });
  }
  owners.close();
  return pairs;
}

interface Compared {
  readonly step: string;
  readonly isSame: boolean;
  readonly knownMs: number;
  readonly unknownMs: number;
}

async function compare(
  client: Client,
  { known, unknown }: Pair,
  isKnownFirst: boolean,
): Promise<readonly Compared[]> {
  const compared: Compared[] = [];
  for (const [step, ask] of Object.entries(STEPS)) {
    const first = await ask(client, isKnownFirst ? known : unknown);
    const second = await ask(client, isKnownFirst ? unknown : known);
    const [ofKnown, ofUnknown] = isKnownFirst ? [first, second] : [second, first];
    const isSame = answerOf(ofKnown) === answerOf(ofUnknown);
    compared.push({ step, isSame, knownMs: ofKnown.ms, unknownMs: ofUnknown.ms });
  }
  return compared;
}

const answerOf = ({ status, code, error }: Reply<unknown>): string => `${status} ${code} ${error ?? ''}`;

/** The share of the slower half that is of one kind, whichever kind fits better. */
function rightShare(compared: readonly Compared[]): number {
  const known = compared.map(({ knownMs }) => knownMs);
  const unknown = compared.map(({ unknownMs }) => unknownMs);
  const limit = median([...known, ...unknown]);
  const right = known.filter((ms) => ms >= limit).length + unknown.filter((ms) => ms < limit).length;
  const share = right / (known.length + unknown.length);
  return Math.max(share, 1 - share);
}
