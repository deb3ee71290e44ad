/** A spot order as an HTTP request. */

/** Orders of both sides at one price, so that every second one trades. */
export function order(token: string, side: 'buy' | 'sell'): Buffer {
  const body = JSON.stringify({
    baseCoin: 'BTC',
    quoteCoin: 'USDT',
    side,
    type: 'limit',
    price: '60000',
    amount: '0.001',
  });
  return Buffer.from(
    `POST /bb/app/spot/placeOrder HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nX-Access-Token: ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}
