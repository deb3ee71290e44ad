/**
 * Goal: an exchange that answers by HTTP without end takes neither the memory nor the time of the
 * feed. Method: the real class of ccxt, and a server that sends spaces, fast or slowly.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { loadExchange, type CcxtExchange } from './ccxt-exchange.ts';

const FEED_MEGABYTES_MAX = 400;
/** What gzip makes of a byte at most. */
const PACKED_TO_MAX = 1032;

/** A class whose exchange answers everything by this. */
async function exchangeThat(
  answers: (response: ServerResponse) => void,
  context: TestContext,
): Promise<CcxtExchange> {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    answers(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/v3`;
  return loadExchange('binance', { urls: { api: { public: url, private: url } } });
}

test('R10.1 market I6 D0043 an answer that goes on and on ends', { timeout: 60_000 }, async (context) => {
  const chunk = Buffer.alloc(1_000_000, ' ');
  const endless = await exchangeThat((response) => {
    const go = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', go);
    go();
  }, context);
  await assert.rejects(endless.loadMarkets());
  const megabytes = process.memoryUsage().rss / 1e6;
  assert.ok(megabytes < FEED_MEGABYTES_MAX, `${megabytes} MB`);

  const slow = await exchangeThat((response) => {
    const timer = setInterval(() => response.write(' '), 100);
    response.on('close', () => clearInterval(timer));
  }, context);
  await assert.rejects(slow.loadMarkets());
});

test('R10.1 market I6 D0043 a message that is packed is short', async () => {
  const most = async (name: string): Promise<number> => {
    const { options } = await loadExchange(name, {});
    return (options['ws'] as { options: { maxPayload: number } }).options.maxPayload;
  };
  assert.ok((await most('htx')) * PACKED_TO_MAX < FEED_MEGABYTES_MAX * 1e6, 'htx packs by gzip');
  assert.ok((await most('okx')) >= 1e6, 'okx does not');
});
