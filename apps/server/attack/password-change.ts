/** A thief signs in with the old password while the owner replaces it. */
import type { Attack } from './attack.ts';
import { addressOf } from './measuring.ts';
import { Client, PASSWORD } from './client.ts';
import { rawRequest, startFlood } from './flood.ts';

/**
 * Strangers of one neighbourhood can request only so many codes for an address, so another user
 * follows.
 */
const ROUNDS_OF_ONE_USER = 5;
const THIEVES = 3;

export const passwordChange: Attack = {
  name: 'password-change',
  inVersion010: "1 in 60 kept the thief's session; 11 of 12 overlapping sign-ins kept their token",
  requirement: '0 sessions of the old password outlive its change',
  isInShort: true,
  run: async ({ start, isShort }) => {
    const target = await start();
    const load = startFlood(target.port, {
      kind: 'requests',
      connections: 8,
      addresses: Array.from({ length: 4 }, (_, index) => addressOf(8, index)),
      requests: [rawRequest('/bb/app/market/getTicks', { body: '{"size":100}' })],
      depth: 1,
      isReading: true,
    });
    const rounds = isShort ? 5 : 60;
    let [changed, opened, outlived] = [0, 0, 0];
    for (let first = 0; first < rounds; first += ROUNDS_OF_ONE_USER) {
      const owner = new Client(target.port);
      const email = await owner.register('changing');
      let password = PASSWORD;
      for (let n = 0; n < Math.min(ROUNDS_OF_ONE_USER, rounds - first); n++) {
        const next = `Replaced-${first}-${n}`;
        const round = await changeUnderThieves({ owner, email, password, next, delayMs: (first + n) % 12 });
        opened += round.opened;
        outlived += round.outlived;
        if (round.isChanged) {
          changed++;
          password = next;
        }
      }
      owner.close();
    }
    await load.stop();
    return {
      figure: `${outlived} of ${opened} sessions outlived ${changed} changes`,
      isMet: outlived === 0 && changed === rounds,
    };
  },
};

interface Round {
  readonly owner: Client;
  readonly email: string;
  readonly password: string;
  readonly next: string;
  /** Delay of the change after the thieves' sign-ins, in steps of 10 ms. */
  readonly delayMs: number;
}

async function changeUnderThieves({ owner, email, password, next, delayMs }: Round) {
  const thieves: { readonly client: Client; readonly code: string }[] = [];
  for (let index = 0; index < THIEVES; index++) {
    const client = new Client(owner.port, { address: addressOf(9, index) });
    await client.call('/bb/app/user/sendEmailCode', { email, type: 'login' });
    thieves.push({ client, code: await owner.codeFor(email) });
  }
  await owner.call('/bb/app/user/sendEmailCode', { email, type: 'password' });
  const code = await owner.codeFor(email);
  const signIns = thieves.map(({ client, code: own }) => client.signInByCode(email, { code: own, password }));
  await new Promise((resolve) => setTimeout(resolve, delayMs * 10));
  const [change, ...entered] = await Promise.all([
    owner.call('/bb/app/user/updatePwd', {
      oldPassword: password,
      password: next,
      confirmPassword: next,
      code,
    }),
    ...signIns,
  ]);
  const tokens = entered.flatMap(({ data }) => data?.token ?? []);
  let outlived = 0;
  for (const [index, token] of tokens.entries()) {
    const thief = thieves[index]?.client;
    if (thief === undefined || change.code !== 1) continue;
    thief.token = token;
    if ((await thief.call('/bb/app/user/info')).code === 1) outlived++;
  }
  for (const { client } of thieves) client.close();
  return { isChanged: change.code === 1, opened: tokens.length, outlived };
}
