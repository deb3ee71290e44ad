/** The users of the pictures: one with resting orders, fills and positions, and one without any. */
import sharp from 'sharp';
import type { Session, TestServer } from '../../e2e/server.ts';

const UP = 1;
const DOWN = 2;
/** The shortest contract and a little more. */
const SETTLED_MS = 34_000;
const RESTING = 12;

export interface People {
  readonly trader: Session;
  readonly newcomer: Session;
  /** Resolves when the trader has closed positions and an open one. */
  readonly settled: Promise<void>;
}
export async function people(server: TestServer): Promise<People> {
  const trader = await signIn(server);
  await trade(server, trader.token);
  await invest(server, trader.token);
  await fillPersonalCenter(server, trader);
  await handInVouchers(server, trader.token);
  const newcomer = await server.register({ email: 'newcomer@example.com', password: 'Lighthouse-7' });
  const settled = new Promise((resolve) => setTimeout(resolve, SETTLED_MS)).then(() =>
    openPosition(server, trader.token, { positionTime: 600, tradeType: UP }),
  );
  return { trader, newcomer, settled };
}

async function signIn(server: TestServer): Promise<Session> {
  const email = 'demo@glasshouse.example';
  await server.call('/bb/app/user/sendEmailCode', { email, type: 'login' });
  const code = await server.codeFor(email);
  const session = await server.call<{ userId: string; token: string }>('/bb/app/user/login', {
    account: email,
    code,
    password: 'Glasshouse2026',
  });
  return { ...session, email };
}

/**
 * Orders near and far, more than the panel can show, fills, and positions that will have closed.
 */
async function trade(server: TestServer, token: string): Promise<void> {
  const price = await lastPrice(server, 'btcusdt');
  const near = (ratio: number) => (price * ratio).toFixed(2);
  const far = Array.from({ length: RESTING }, (_, i) => ({
    side: 'buy',
    type: 'limit',
    price: near(0.9 - i / 100),
    amount: `0.00${10 + i}`,
  }));
  const orders = [
    ...far,
    { side: 'buy', type: 'limit', price: near(0.9985), amount: '0.0125' },
    { side: 'buy', type: 'limit', price: near(0.9984), amount: '0.004' },
    { side: 'sell', type: 'limit', price: near(1.002), amount: '0.008' },
    ...[1.00201, 1.00203, 1.00204, 1.00206].map((ratio) => ({
      side: 'sell',
      type: 'limit',
      price: near(ratio),
      amount: '0.001',
    })),
    { side: 'buy', type: 'market', quoteAmount: '500' },
    { side: 'sell', type: 'market', amount: '0.002' },
    { side: 'sell', type: 'stop-limit', triggerPrice: near(0.95), price: near(0.94), amount: '0.003' },
    { side: 'sell', type: 'trailing-stop', trailPercent: '5', amount: '0.002' },
  ];
  for (const order of orders)
    await server.call('/bb/app/spot/placeOrder', { baseCoin: 'BTC', quoteCoin: 'USDT', ...order }, token);
  await openPosition(server, token, { positionTime: 30, tradeType: UP });
  await openPosition(server, token, { positionTime: 30, tradeType: DOWN });
  await openPosition(server, token, { positionTime: 300, tradeType: UP });
  await openPosition(server, token, { positionTime: 300, tradeType: DOWN });
}

/** One voucher in each state. */
async function handInVouchers(server: TestServer, token: string): Promise<void> {
  const handIn = (input: Readonly<Record<string, string>>, red: number): Promise<string> => {
    const query = new URLSearchParams({ remark: 'Sent from my own wallet at 11:58', ...input });
    return sendPicture({ url: server.url, token }, `vouchers/handIn?${query}`, red);
  };
  const rejected = await handIn({ currency: 'XRP', chain: 'XRP', amount: '400' }, 10);
  const why = ['--rejection', 'amount-differs', '--seen', '40', '--reason', 'seen on a node of ours'];
  await server.operate('vouchers', 'reject', rejected, '--by', 'Ann', ...why);
  const credited = await handIn({ currency: 'ADA', chain: 'ADA', amount: '1000' }, 20);
  const found = ['--amount', '1000', '--txid', 'ab'.repeat(32)];
  for (const name of ['Ann', 'Bob'])
    await server.operate('vouchers', 'approve', credited, '--by', name, ...found);
  await handIn({ currency: 'XRP', chain: 'XRP', amount: '650' }, 30);
}

/** One order of each product. */
async function invest(server: TestServer, token: string): Promise<void> {
  for (const [feature, more] of [
    ['finance', { agree: true }],
    ['pool', {}],
  ] as const) {
    const { list } = await server.call<{ list: { offer: number; currency: string; minAmount: string }[] }>(
      `/bb/app/${feature}/getOffers`,
      {},
    );
    const { offer, minAmount: amount } = list.find(({ currency }) => currency === 'USDT')!;
    await server.call(`/bb/app/${feature}/buy`, { offer, amount, ...more }, token);
  }
  await server.call('/bb/app/fund/buy', { fund: 1, quantity: '100', leverage: 2 }, token);
  await server.call('/bb/app/subscription/subscribe', { project: 1, amount: '200' }, token);
}

/** Content of the personal center: addresses, friends, messages, and a notice of the platform. */
async function fillPersonalCenter(server: TestServer, { token, email }: Session): Promise<void> {
  const { invitationCode: inviteCode } = await server.call<{ invitationCode: string }>(
    '/bb/app/user/info',
    {},
    token,
  );
  for (const name of ['lin', 'a-friend-with-a-long-name'])
    await server.register({ email: `${name}@example.com`, password: 'Lighthouse-7', inviteCode });
  const words = { text: 'blue heron 41', password: 'Glasshouse2026' };
  await server.call('/bb/app/user/setAntiPhishingCode', words, token);
  const after = Date.now();
  await server.call('/bb/app/user/sendEmailCode', { email, type: 'withdraw' }, token);
  const address = {
    currency: 'USDT',
    chain: 'TRC20',
    address: 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ',
    note: 'Hardware wallet in the drawer',
    code: await server.codeFor(email, { after }),
  };
  await server.call('/bb/app/wallet/addAddress', address, token);
  const notice = [
    '--title-en=Maintenance on Sunday, 02:00 to 02:30 UTC',
    '--text-en=Trading pauses for half an hour. Orders stay on the book, and running contracts settle before it begins.',
    '--title-zh=周日 02:00 至 02:30（UTC）系统维护',
    '--text-zh=届时暂停交易半小时。委托保留在订单簿中，进行中的合约将在维护前结算。',
  ];
  await server.operate('notices', 'publish', '--by', 'shots', ...notice);
}

/** Waits for the first deal, since a new market has none yet. */
async function lastPrice(server: TestServer, symbol: string): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const [last] = await server.call<{ price: number }[]>('/bb/app/huobi/getMarketTrade', { symbol });
    if (last !== undefined) return last.price;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`nobody has traded ${symbol}`);
}

async function openPosition(
  server: TestServer,
  token: string,
  terms: { readonly positionTime: number; readonly tradeType: number },
): Promise<void> {
  const position = { baseCoin: 'BTC', quoteCoin: 'USDT', openAmount: '20', ...terms };
  await server.call('/contract/app/contract/createOrder', position, token);
}

/** Sends a picture of one colour with a call; returns the id of what it made. */
export async function sendPicture(
  { url, token }: { readonly url: string; readonly token: string },
  call: string,
  red: number,
): Promise<string> {
  const picture = await sharp({
    create: { width: 520, height: 330, channels: 3, background: { r: red, g: 160, b: 200 } },
  })
    .jpeg()
    .toBuffer();
  const response = await fetch(`${url}/bb/app/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', 'x-access-token': token },
    body: new Uint8Array(picture),
  });
  const { code, data, msg } = (await response.json()) as { code: number; data: { id: string }; msg: string };
  if (code !== 1) throw new Error(`${call}: ${msg}`);
  return data.id;
}
