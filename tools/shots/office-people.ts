/**
 * The back office of the pictures: a server in this process, whose queues are empty until they are
 * filled, and an operator of each role that looks at them.
 */
import { randomUUID } from 'node:crypto';
import type { OperatorRole } from '@glasshouse/protocol';
import type { TestUser } from '../../apps/server/src/testing/harness.ts';
import { makeOperator } from '../../apps/server/src/testing/operator.ts';
import { WithdrawalRig } from '../../apps/server/src/testing/withdrawal-rig.ts';
import { sendPicture } from './people.ts';

/** Who looks at the pages; a second admin decides on what the first one has asked for. */
const NAMES = { admin: 'ann', auditor: 'eve', support: 'dan' } as const;
export type OfficeRole = keyof typeof NAMES;
const SECOND = 'bob';

const REASON = 'Told by telephone, and seen on a node of ours';
const TXID = 'ab'.repeat(32);

export interface Office {
  readonly url: string;
  /** The cookies of the operators' sessions: 'operator=…'. */
  readonly cookies: Readonly<Record<OfficeRole, string>>;
  /** Fills the queues. */
  readonly fill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startOffice(): Promise<Office> {
  const rig = new WithdrawalRig();
  await rig.start({ KYC_QUICK: 'off' });
  await rig.openChains();
  const cookieOf = async (name: string, role: OperatorRole) =>
    (await makeOperator(rig.server, name, role)).headers.cookie;
  const cookies = {
    admin: await cookieOf(NAMES.admin, 'admin'),
    auditor: await cookieOf(NAMES.auditor, 'auditor'),
    support: await cookieOf(NAMES.support, 'support'),
  };
  const second = await cookieOf(SECOND, 'admin');
  return {
    url: rig.server.server.url,
    cookies,
    fill: () => fill(rig, { ...cookies, second }),
    stop: () => rig.remove(),
  };
}

/** Calls of one operator. */
interface Operator {
  readonly call: <T>(path: string, input: object) => Promise<T>;
  /** Does an act, or asks a second person for it; returns its number. */
  readonly act: (path: string, fields: object) => Promise<number>;
}

async function fill(rig: WithdrawalRig, cookies: Readonly<Record<string, string>>): Promise<void> {
  const [ann, bob, dan] = ['admin', 'second', 'support'].map((who) => operatorOf(rig, cookies[who] ?? ''));
  if (ann === undefined || bob === undefined || dan === undefined) throw new Error('three operators');
  const lantern = await rig.person('lantern', { usdt: 120_000 });
  const harbour = await rig.server.register('harbour', { accountName: 'Harbourlight' });
  const longName = await rig.server.register('harbour-trading-with-a-long-address', {
    accountName: 'NorthwindHarbourTrading',
  });
  await fillIdentities(rig, [lantern, harbour, longName], ann);
  await fillVouchers(rig, [lantern, harbour, longName], { ann, bob });
  await fillWithdrawals(rig, lantern, bob);
  await fillChats(rig, [lantern, harbour], dan);
  await fillReplies(ann);
  await fillPerson(rig, lantern, bob);
  await fillActs({ ann, bob });
}

function operatorOf(rig: WithdrawalRig, cookie: string): Operator {
  const call = async <T>(path: string, input: object): Promise<T> => {
    const { code, msg, data } = await rig.server.post<T>(`/operator/app/${path}`, input, {
      headers: { cookie },
    });
    if (code !== 1) throw new Error(`${path}: ${msg}`);
    return data;
  };
  const act = async (path: string, fields: object): Promise<number> => {
    const asked = { step: 'do', key: randomUUID(), reason: REASON, ...fields };
    return (await call<{ act: number }>(path, asked)).act;
  };
  return { call, act };
}

/** Two cases with the same document, one that was rejected, and one that is verified. */
async function fillIdentities(rig: WithdrawalRig, users: readonly TestUser[], ann: Operator): Promise<void> {
  const more = await Promise.all(['meadow', 'orchard'].map((name) => rig.server.register(name)));
  const numbers = ['11010519491231002X', '11010519491231002X', '440524199001010018'];
  const cases = [...users, ...more].map((user, at) => ({
    user,
    number: numbers[at] ?? String(731_000_000 + at),
  }));
  for (const [at, { user, number }] of cases.entries()) {
    const { url } = rig.server.server;
    const front = await sendPicture({ url, ...user }, 'kyc/uploadPhoto?side=front', 20 * at);
    const back = await sendPicture({ url, ...user }, 'kyc/uploadPhoto?side=back', 20 * at + 1);
    const isCard = number.length === 18;
    const paper = isCard
      ? { country: 'CN', document: 'id-card', name: 'Zhang Wei', backPhoto: back }
      : { country: 'GB', document: 'passport', name: 'Alexandra Montgomery', backPhoto: back };
    await posted(rig, 'kyc/submit', { ...paper, number, own: true, frontPhoto: front, user });
  }
  await ann.act('kyc/reject', { id: 3, rejection: 'cut-off', note: 'The left edge is missing.' });
  await ann.act('kyc/approve', { id: 1 });
}

/** Two that wait, one of which shares its picture; one named by the first person; one rejected. */
async function fillVouchers(
  rig: WithdrawalRig,
  [lantern, harbour, other]: readonly TestUser[],
  { ann, bob }: { readonly ann: Operator; readonly bob: Operator },
): Promise<void> {
  const handIn = (user: TestUser | undefined, amount: string, red: number): Promise<string> => {
    const asked = { currency: 'XRP', chain: 'XRP', amount, remark: 'Sent from my own wallet at 11:58' };
    const place = { url: rig.server.server.url, token: user?.token ?? '' };
    return sendPicture(place, `vouchers/handIn?${new URLSearchParams(asked)}`, red);
  };
  const named = Number(await handIn(lantern, '650', 50));
  await handIn(harbour, '12', 50);
  const rejected = Number(await handIn(harbour, '1200.5', 90));
  const credited = Number(await handIn(other, '80', 130));
  await handIn(other, '123456.789012', 170);
  const found = { txid: TXID, output: '0', amount: '650' };
  await ann.act('vouchers/approve', { id: named, ...found });
  await ann.act('vouchers/reject', {
    id: rejected,
    rejection: 'amount-differs',
    seen: '12',
    note: 'Less has arrived.',
  });
  for (const one of [ann, bob])
    await one.act('vouchers/approve', { ...found, id: credited, txid: 'cd'.repeat(32), amount: '80' });
}

/** Some that need one person or two, one of which a second admin has approved; one rejected. */
async function fillWithdrawals(rig: WithdrawalRig, user: TestUser, bob: Operator): Promise<void> {
  const ids: number[] = [];
  for (const amount of ['26000', '11000', '10500.25', '1200']) {
    const { code, msg, data } = await rig.request(user, amount);
    if (code !== 1) throw new Error(`a withdrawal of ${amount}: ${msg}`);
    ids.push(Number(data.id));
  }
  await bob.act('withdrawals/approve', { id: ids[0] });
  await bob.act('withdrawals/reject', { id: ids[1], rejection: 'address', nothingSent: false });
}

/** A chat that waits, one with an answer and a note, and one that has ended. */
async function fillChats(rig: WithdrawalRig, users: readonly TestUser[], dan: Operator): Promise<void> {
  await dan.call('desk/setPresence', { isTaking: true });
  const begin = async (text: string, user?: TestUser): Promise<number> => {
    const asked = { topic: 'deposit', text, page: '/account/recharge', messageKey: randomUUID() };
    const who = user === undefined ? { email: 'visitor@example.com' } : {};
    return (await posted<{ number: number }>(rig, 'support/openChat', { ...asked, ...who, user })).number;
  };
  await begin('Where is my deposit?');
  const taken = await begin('I sent 650 XRP an hour ago, and it is not in my account yet.', users[0]);
  const reply = (chat: number, text: string, isNote = false) =>
    dan.call('desk/reply', { chat, text, isNote, messageKey: randomUUID() });
  await reply(taken, 'It has 7 of 12 blocks. That takes about ten minutes.');
  await reply(taken, 'The voucher V-1 is of the same person.', true);
  const ended = await begin('How do I turn on the Google code?', users[1]);
  await reply(ended, 'Under Security, Google Authenticator.');
  await dan.call('desk/close', { chat: ended });
}

/** Prepared replies. */
async function fillReplies(ann: Operator): Promise<void> {
  for (const [title, en, zh] of [
    ['Deposit under way', 'Your deposit has not enough blocks yet.', '你的充值尚未达到所需的确认数。'],
    ['Longer names', 'Please send the name as it is on your document.', '请按证件上的姓名填写。'],
  ])
    await ann.call('desk/saveCanned', { title, en, zh });
}

/** What the page of a person shows: orders, a freeze, people who were invited. */
async function fillPerson(rig: WithdrawalRig, user: TestUser, bob: Operator): Promise<void> {
  const pair = { baseCoin: 'BTC', quoteCoin: 'USDT' };
  for (const order of [
    { side: 'buy', type: 'limit', price: '59000', amount: '0.05' },
    { side: 'buy', type: 'limit', price: '58500.5', amount: '0.125' },
  ])
    await posted(rig, 'spot/placeOrder', { ...pair, ...order, user });
  await bob.act('people/freeze', { user: Number(user.userId), kind: 'login' });
}

/** Acts that wait for the other admin, one that was agreed to, one that was refused; notices. */
async function fillActs({ ann, bob }: { readonly ann: Operator; readonly bob: Operator }): Promise<void> {
  await ann.act('notices/publish', {
    titleEn: 'Maintenance on Sunday, 02:00 to 02:30 UTC',
    titleZh: '周日 02:00 至 02:30（UTC）系统维护',
    textEn: 'Trading pauses for half an hour. Orders stay on the book.',
    textZh: '届时暂停交易半小时。委托保留在订单簿中。',
  });
  await ann.act('markets/haltPair', { pair: 'XRP/BTC', cancelOnly: true });
  await ann.act('networks/closeCoin', { coin: 'USDT', network: 'BEP20', way: 'withdrawals' });
  const decide = async (act: number, how: string) => {
    const { effectMark } = (await bob.call('operators/getAct', { act })) as { effectMark: string };
    return bob.call(`operators/${how}`, {
      act,
      reason: REASON,
      ...(how === 'agreeToAct' ? { effectMark } : {}),
    });
  };
  const set = (name: string, value: string) => ({ name, value });
  await decide(await ann.act('parameters/set', set('daily_limit_unverified', '2345.5')), 'agreeToAct');
  await decide(await ann.act('parameters/set', set('daily_limit_verified', '1')), 'refuseAct');
  await ann.act('parameters/set', set('daily_limit_verified', '234500'));
  await bob.act('treasury/moveCapital', {
    from: 'treasury',
    to: 'maker',
    currency: 'USDT',
    amount: '12500.5',
  });
}

interface Posted {
  readonly user?: TestUser | undefined;
  readonly [field: string]: unknown;
}

/** A call of a customer, or of a visitor. */
async function posted<T>(rig: WithdrawalRig, call: string, { user, ...input }: Posted): Promise<T> {
  const options = user === undefined ? {} : { token: user.token };
  const { code, msg, data } = await rig.server.post<T>(`/bb/app/${call}`, input, options);
  if (code !== 1) throw new Error(`${call}: ${msg}`);
  return data;
}
