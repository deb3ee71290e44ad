/** The first programs of the page: complete, and working against the address that they name. */

export interface Example {
  /** What it is written for: the same in every language. */
  readonly title: string;
  readonly text: string;
}

/** `address`: of the server, such as 'http://localhost:8080'. KEY and SECRET come from the shell. */
export function programExamples(address: string): readonly Example[] {
  return [
    { title: 'ccxt, JavaScript', text: CCXT_JS.replaceAll('{address}', address) },
    { title: 'ccxt, Python', text: CCXT_PYTHON.replaceAll('{address}', address) },
    { title: 'npm binance', text: BINANCE.replaceAll('{address}', address) },
    { title: 'curl, openssl', text: CURL.replaceAll('{address}', address) },
  ];
}

const CCXT_JS = `import ccxt from 'ccxt';
const options = { fetchMarkets: { types: ['spot'] }, fetchCurrencies: false };
const exchange = new ccxt.binance({ apiKey: process.env.KEY, secret: process.env.SECRET, options });
for (const name of ['public', 'private', 'sapi'])
  exchange.urls.api[name] = exchange.urls.api[name].replace('https://api.binance.com', '{address}');
console.log(await exchange.createOrder('BTC/USDT', 'market', 'buy', 0.001));`;

const CCXT_PYTHON = `import ccxt, os
options = {'fetchMarkets': {'types': ['spot']}, 'fetchCurrencies': False}
exchange = ccxt.binance({'apiKey': os.environ['KEY'], 'secret': os.environ['SECRET'], 'options': options})
for name in ['public', 'private', 'sapi']:
    exchange.urls['api'][name] = exchange.urls['api'][name].replace('https://api.binance.com', '{address}')
print(exchange.create_order('BTC/USDT', 'market', 'buy', 0.001))`;

const BINANCE = `import { MainClient } from 'binance';
const { KEY: api_key, SECRET: api_secret } = process.env;
const client = new MainClient({ api_key, api_secret, baseUrl: '{address}' });
const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: 0.001 };
console.log(await client.submitNewOrder(order));`;

const CURL = `Q="symbol=BTCUSDT&side=BUY&type=MARKET&quantity=0.001&timestamp=$(date +%s)000"
SIGNATURE=$(printf %s "$Q" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/.* //')
curl -s -H "X-MBX-APIKEY: $KEY" -d "$Q&signature=$SIGNATURE" '{address}/api/v3/order'`;
