/** A random history of two users, one invited by the other, with every way to move money. */
import assert from 'node:assert/strict';
import type { Command } from '@glasshouse/core';
import type { TestServer, TestUser } from './harness.ts';

const CHAIN = 3;
const USDT = 0;
const UNIT = 1_000_000;
/** The number of kinds of steps; some of them are the same. */
const KINDS = 8;
const STEPS = 8 * KINDS;

export interface MoneyHistory {
  readonly inviter: TestUser;
  readonly invited: TestUser;
}

/** A small generator: the same numbers for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Plays the history over HTTP. Calls `halfway` once, in the middle. */
export async function playMoneyHistory(
  server: TestServer,
  seed: number,
  halfway: () => void = () => {},
): Promise<MoneyHistory> {
  const inviter = await server.register(`inviter${seed}`);
  const { data } = await server.post<{ invitationCode: string }>(
    '/bb/app/user/info',
    {},
    { token: inviter.token },
  );
  const invited = await server.register(`invited${seed}`, { inviteCode: data.invitationCode });
  const player = new Player(server, { inviter, invited }, seed);
  await player.openChain();
  for (let step = 0; step < STEPS; step++) {
    if (step === STEPS / 2) halfway();
    await player.step(step);
  }
  await player.finish();
  return { inviter, invited };
}

class Player {
  readonly #server: TestServer;
  readonly #people: readonly [TestUser, TestUser];
  readonly #random: (below: number) => number;
  readonly #seed: number;

  constructor(server: TestServer, { inviter, invited }: MoneyHistory, seed: number) {
    this.#server = server;
    this.#people = [inviter, invited];
    this.#random = randomOf(seed);
    this.#seed = seed;
  }

  async openChain(): Promise<void> {
    const terms = { chain: CHAIN, asset: USDT, restDecimals: 0, costAsset: USDT };
    await this.#submit({
      type: 'define-chain-coin',
      ...terms,
      fee: UNIT,
      minAmount: UNIT,
      maxAmount: 1_000 * UNIT,
    });
  }

  /**
   * Runs one step: all kinds for one user, then all for the other, so that each occurs. Amounts are
   * random.
   */
  async step(step: number): Promise<void> {
    const who = this.#people[Math.floor(step / KINDS) % 2]!;
    const kinds = [
      () => this.#order(who),
      () => this.#order(who),
      () => this.#deposit(who, step),
      () => this.#withdrawal(who, step),
      () => this.#exchange(who),
      () => this.#transfer(who),
      () => this.#contract(who),
      () => this.#order(who),
    ];
    await kinds[step % KINDS]!();
  }

  /**
   * Lets the two users trade with each other, cancels one user's open orders, and settles the
   * contracts.
   */
  async finish(): Promise<void> {
    const [inviter, invited] = this.#people;
    const at = { baseCoin: 'BTC', quoteCoin: 'USDT', type: 'limit', price: '60100', amount: '0.003' };
    await this.#post(inviter, '/bb/app/spot/placeOrder', { ...at, side: 'sell' });
    await this.#post(invited, '/bb/app/spot/placeOrder', { ...at, side: 'buy' });
    await this.#post(invited, '/bb/app/spot/cancelAll', {});
    for (let second = 0; second < 31; second++) await this.#server.market.tick(6_000_000 + second);
  }

  /**
   * Posts a call. Refusals that random amounts may cause are ignored; any other is a mistake of
   * this file.
   */
  async #post(who: TestUser, path: string, body: object): Promise<void> {
    const { error = '' } = await this.#server.post(path, body, { token: who.token });
    assert.match(error, /^$|insufficient-balance|self-trade/, `${path} ${JSON.stringify(body)}`);
  }

  async #submit(command: Command): Promise<number> {
    const { error, id } = await this.#server.server.running.pipeline.submit(command, { owner: 1 });
    assert.equal(error, null, `${JSON.stringify(command)} is refused: ${error}`);
    return id;
  }

  async #order(who: TestUser): Promise<void> {
    const side = this.#random(2) === 0 ? 'buy' : 'sell';
    const price = String(59_900 + this.#random(5) * 50);
    const amount = (0.001 * (1 + this.#random(7))).toFixed(3);
    const terms = { baseCoin: 'BTC', quoteCoin: 'USDT', type: 'limit', side, price, amount };
    await this.#post(who, '/bb/app/spot/placeOrder', {
      ...terms,
      clientOrderId: `own-${this.#random(1e9)}`,
    });
  }

  async #deposit({ userId }: TestUser, step: number): Promise<void> {
    const txid = (this.#seed * 1000 + step).toString(16).padStart(64, '0');
    const amount = UNIT + this.#random(1_000 * UNIT);
    await this.#submit({
      type: 'credit-deposit',
      owner: Number(userId),
      chain: CHAIN,
      asset: USDT,
      amount,
      rest: 0,
      txid,
      output: 0,
      isFinal: 1,
    });
  }

  async #withdrawal({ userId }: TestUser, step: number): Promise<void> {
    const owner = Number(userId);
    const { error, id: withdrawal } = await this.#server.server.running.pipeline.submit(
      {
        type: 'request-withdrawal',
        owner,
        chain: CHAIN,
        asset: USDT,
        amount: UNIT + this.#random(50 * UNIT),
        fee: UNIT,
        address: 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ',
        memo: '=1+1, "quoted"',
      },
      { owner: 1 },
    );
    if (error !== null) return;
    const ends: readonly (() => Promise<unknown>)[] = [
      async () => {
        await this.#submit({ type: 'approve-withdrawal', withdrawal });
        const txid = (this.#seed * 1000 + step).toString(16).padStart(64, 'f');
        const sent = { txid, output: 0, cost: 0, costRest: 0 };
        await this.#submit({ type: 'settle-withdrawal', withdrawal, ...sent });
      },
      () => this.#submit({ type: 'cancel-withdrawal', owner, withdrawal }),
      async () => undefined,
    ];
    await ends[Math.floor(step / KINDS) % ends.length]!();
  }

  async #exchange(who: TestUser): Promise<void> {
    await this.#server.market.tick();
    const [payCurrency, receiveCurrency, payAmount] =
      this.#random(2) === 0 ? ['USDT', 'BTC', '60'] : ['BTC', 'USDT', '0.001'];
    const { data, error } = await this.#server.post<{ quote: string }>(
      '/bb/app/flashExchange/getQuote',
      { payCurrency, receiveCurrency, payAmount },
      { token: who.token },
    );
    if (error === undefined) await this.#post(who, '/bb/app/flashExchange/exchange', { quote: data.quote });
  }

  async #transfer(who: TestUser): Promise<void> {
    const body = { currency: 'USDT', amount: String(1 + this.#random(20)), type: 1 + this.#random(2) };
    await this.#post(who, '/contract/app/contract/transfer', body);
  }

  async #contract(who: TestUser): Promise<void> {
    await this.#server.market.tick();
    const terms = { baseCoin: 'BTC', quoteCoin: 'USDT', openAmount: String(5 + this.#random(20)) };
    const body = { ...terms, positionTime: 30, tradeType: 1 + this.#random(2) };
    await this.#post(who, '/contract/app/contract/createOrder', body);
  }
}
