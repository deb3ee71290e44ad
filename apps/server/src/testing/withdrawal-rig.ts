/** Users, operators and chains for tests of withdrawals, on a real server. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Command } from '@glasshouse/core';
import type { CallNamed, DataOf } from '@glasshouse/protocol';
import type { DailyLimit, HoldRow, WithdrawalTerms } from '@glasshouse/protocol/funding';
import { connectToServer, type RunningServer } from '../operating/socket.ts';
import { FUND_PASSWORD, giveFundPassword, MASTER_KEY } from './fund-password.ts';
import { startTestServer, type TestReply, type TestServer, type TestUser } from './harness.ts';
import type { listingCommands } from '../features/funding/withdrawals/listing.ts';
import type { machineActCommands } from '../features/operators/machine-acts.ts';
import { doAct, doActByTwo, type DoneAct } from './machine-act.ts';

export const [TRC20, EOS, USDT] = [3, 9, 0] as const;
export const UNIT = 1_000_000;
export const DAY_MS = 86_400_000;
export const MONTH_MS = 30 * DAY_MS;
export const ADDRESS = 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ';
const TREASURY = 2;
const TERMS = { currency: 'USDT', chain: 'TRC20', address: ADDRESS, fee: '1', fundPassword: FUND_PASSWORD };

type OperatingCommands = ReturnType<typeof listingCommands> & ReturnType<typeof machineActCommands>;

interface Asking {
  readonly more?: Record<string, unknown>;
  readonly key?: string;
  readonly headers?: Record<string, string>;
}
type Detail = DataOf<CallNamed<'funding/get-withdrawal'>>;
interface Terms {
  readonly list: readonly WithdrawalTerms[];
  readonly daily: DailyLimit;
  readonly holds: readonly HoldRow[];
  readonly heldUntil: number | null;
}

export class WithdrawalRig {
  server!: TestServer;
  #operating!: RunningServer<OperatingCommands>;
  readonly dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-withdrawals-'));

  async start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    const env = { MASTER_KEY, TRUST_PROXY: 'loopback', ...more };
    this.server = await startTestServer({ dataDir: this.dataDir, env });
    const connected = await connectToServer<OperatingCommands>(this.dataDir);
    assert.ok(connected);
    this.#operating = connected;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    this.#operating.close();
    await this.server.close();
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** USDT on TRC20, where the house of a demo has five million, and on EOS, where it has none. */
  async openChains(fee = UNIT): Promise<void> {
    for (const chain of [TRC20, EOS])
      await this.submit({
        type: 'define-chain-coin',
        chain,
        asset: USDT,
        restDecimals: 0,
        costAsset: USDT,
        fee,
        minAmount: 10 * UNIT,
        maxAmount: 60_000 * UNIT,
      });
  }

  /** What the house holds on a chain; `voucher` names the arrival. */
  async fill(chain: number, amount: number, voucher: number): Promise<void> {
    const arrived = { rest: 0, txid: '', output: voucher, isFinal: 1 } as const;
    await this.submit({ type: 'credit-deposit', owner: TREASURY, chain, asset: USDT, amount, ...arrived });
  }

  async submit(command: Command): Promise<number> {
    const { error, id } = await this.server.server.running.pipeline.submit(command, { owner: 1 });
    assert.equal(error, null, JSON.stringify(command));
    return id;
  }

  /** A user with a fund password; an old one has used this session for a month. */
  async person(name: string, { isOld = true, usdt = 0 } = {}): Promise<TestUser> {
    const user = await this.server.register(name);
    const owner = Number(user.userId);
    await giveFundPassword(this.server, user);
    if (isOld)
      await this.server.server.database.query(
        'update sessions set created_ms = created_ms - $1 where user_id = $2',
        [MONTH_MS, owner],
      );
    if (usdt === 0) return user;
    const amount = usdt * UNIT;
    await this.submit({ type: 'issue', owner, wallet: 2, asset: USDT, amount, reason: 'play-money' });
    return user;
  }

  /** An entry of the book, a month old unless it is said. */
  async listAddress(user: TestUser, usableMs = Date.now() - MONTH_MS): Promise<void> {
    const place = { currency: 'USDT', chain: 'TRC20', address: ADDRESS, memo: '', note: 'safe' };
    const times = { created_ms: usableMs - DAY_MS, usable_ms: usableMs };
    await this.server.server.database.kysely
      .insertInto('withdrawal_addresses')
      .values({ user_id: Number(user.userId), ...place, ...times })
      .execute();
  }

  async freshCode(user: TestUser, headers = {}): Promise<string> {
    const { email, token } = user;
    await this.server.server.database.query('update email_codes set created_ms = 0 where email = $1', [
      email,
    ]);
    const body = { email, type: 'withdraw' };
    const sent = await this.server.post('/bb/app/user/sendEmailCode', body, { token, headers });
    assert.equal(sent.code, 1, sent.msg);
    return this.server.codeFor(email);
  }

  async request(
    user: TestUser,
    amount: string,
    { more = {}, key, headers = {} }: Asking = {},
  ): Promise<TestReply<{ id: string }>> {
    const code = 'code' in more ? more['code'] : await this.freshCode(user, headers);
    const options = { token: user.token, headers, ...(key === undefined ? {} : { key }) };
    const body = { ...TERMS, amount, code, ...more };
    return this.server.post('/bb/app/funding/requestWithdrawal', body, options);
  }

  /** The same request by several devices, each on a network of its own. */
  async requestAtOnce(devices: readonly TestUser[], amount: string): Promise<readonly string[]> {
    const asking: (() => Promise<TestReply<unknown>>)[] = [];
    for (const [i, device] of devices.entries()) {
      const headers = { 'x-forwarded-for': `203.0.${i + 1}.5` };
      const code = await this.freshCode(device, headers);
      asking.push(() => this.request(device, amount, { more: { code }, headers }));
    }
    const replies = await Promise.all(asking.map((ask) => ask()));
    return replies.map(({ error }) => error ?? '').toSorted();
  }

  detail(user: TestUser, id: string): Promise<TestReply<Detail>> {
    return this.server.post('/bb/app/funding/getWithdrawal', { id }, { token: user.token });
  }

  async statusOf(user: TestUser, id: string): Promise<string> {
    return (await this.detail(user, id)).data.status;
  }

  cancel(user: TestUser, id: string): Promise<TestReply<unknown>> {
    return this.server.post('/bb/app/funding/cancelWithdrawal', { id }, { token: user.token });
  }

  async terms(user: TestUser): Promise<Terms> {
    const options = { token: user.token };
    return (await this.server.post<Terms>('/bb/app/funding/getWithdrawalTerms', {}, options)).data;
  }

  async availableOf(user: TestUser, chain = 'TRC20'): Promise<string | undefined> {
    const { list } = await this.terms(user);
    return list.find((row) => row.currency === 'USDT' && row.chain === chain)?.available;
  }

  /** An act on a withdrawal, as a command at the machine does it. */
  act(verb: 'approve' | 'reject' | 'settle', id: string | number, fields: object = {}): Promise<DoneAct> {
    const act = { by: 'OS user test, claimed name Ann', ...fields, id, call: `withdrawals/${verb}` };
    return doAct((asked) => this.#operating.ask('operators/perform', asked), act);
  }

  /** The open ones, as operators list them. */
  async listed(): Promise<string> {
    return (await this.#operating.ask('funding/list-withdrawals', null)).join('\n');
  }

  async shown(id: string | number): Promise<string> {
    return ((await this.#operating.ask('funding/show-withdrawal', Number(id))) ?? []).join('\n');
  }

  /** Sets a parameter of two people. What is wrong with its value; null if it is in force. */
  async setParameter(name: string, value: string): Promise<string | null> {
    const act = { call: 'parameters/set', by: 'owner', name, value };
    const { ok, text } = await doActByTwo(this.#operating, act);
    return ok ? null : text;
  }

  approve(id: string, name: string): Promise<DoneAct> {
    return this.act('approve', id, { by: `OS user test, claimed name ${name}` });
  }

  /** The mails about withdrawals, newest first. */
  async mailsTo(user: TestUser): Promise<readonly { subject: string; text: string }[]> {
    const url = `${this.server.server.url}/dev/mail.json?to=${encodeURIComponent(user.email)}`;
    const mails = (await (await fetch(url)).json()) as { subject: string; text: string }[];
    return mails.filter(({ subject }) => /withdrawal/i.test(subject));
  }
}
