/**
 * Goal: coins that a real node has in its blocks arrive on the account of whose address they were
 * sent to. Method: Anvil behind the watcher of a real server.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EvmSource } from '@glasshouse/chains';
import { nightly } from '../../../../tools/nightly.ts';
import { Anvil } from '../../../../packages/chains/test/anvil.ts';
import { Catalogue } from '../contract/catalogue.ts';
import { createLog } from '../process/log.ts';
import { depositTaker } from '../composition/products.ts';
import { startTestServer } from '../testing/harness.ts';
import { ChainTables } from './watcher-store.ts';
import { ChainWatcher } from './watcher.ts';

const CHAIN = 'ERC20';
const CONFIRMATIONS = 12;
/** Anvil calls final what is two epochs of 32 blocks deep. */
const FINAL_AFTER = 64;
const ETHER = 10n ** 18n;

interface Deposits {
  readonly list: readonly { readonly currency: string; readonly amount: string; readonly status: string }[];
}

test(
  'R15.3 ETH and a token from a real node are credited at 12 blocks, and final when it says so',
  nightly('evm/source.test.ts reads both from the same node'),
  async () => {
    const [node, server] = await Promise.all([Anvil.start(), startTestServer()]);
    try {
      const token = await node.deployToken();
      const user = await server.register('anvil');
      const ask = async <T>(call: string, body: object = {}): Promise<T> =>
        (await server.post<T>(`/bb/app/funding/${call}`, body, { token: user.token })).data;
      const { address } = await ask<{ address: `0x${string}` }>('getDepositAddress', { chain: CHAIN });
      const { database, running } = server.server;
      // The server's own chain of this name is a simulated one.
      await database.kysely.deleteFrom('chain_blocks').where('chain', '=', CHAIN).execute();
      const { pipeline } = running;
      const catalogue = new Catalogue(pipeline.exchange);
      const exchange = depositTaker().deposits.exchange({
        database,
        sequencer: pipeline,
        catalogue,
        networks: server.server.networks,
      });
      const watcher = new ChainWatcher({
        description: exchange.chains.find(({ chain }) => chain === CHAIN)!,
        source: new EvmSource({
          url: node.url,
          nativeCoin: 'ETH',
          tokens: () => ({ [token.address]: 'USDT' }),
          timeoutMs: 10_000,
        }),
        store: new ChainTables(database, CHAIN),
        exchange,
        ownerOf: (to) => (to === address ? Number(user.userId) : undefined),
        keyOf: () => undefined,
        look: null,
        isOwn: async () => false,
        nowMs: () => pipeline.nowMs(),
        blockMs: null,
        log: createLog('silent'),
        onArrivals: () => {},
      });
      await watcher.catchUp();
      // 1.5 ETH and a part of a unit of the ledger; 25 of the token, and too little of it.
      await node.send(address, (3n * ETHER) / 2n + 7n);
      await token.transfer(address, 25_000_000n);
      await token.transfer(address, 9_999_999n);
      // Two transfers of one transaction.
      await token.split(address, address, 11_000_000n);
      await node.mine(CONFIRMATIONS - 1);
      await watcher.catchUp();
      const statuses = watcher
        .arrivalsOf(Number(user.userId))
        .map(({ confirmations, status }) => [status, confirmations]);
      assert.deepEqual(
        statuses,
        Array.from({ length: 5 }, () => ['seen', CONFIRMATIONS - 1]),
      );
      await node.mine();
      await watcher.catchUp();
      const rows = async () =>
        (await ask<Deposits>('getDeposits')).list
          .map(({ currency, amount, status }) => [currency, amount, status].join(' '))
          .sort();
      const all = ['ETH 1.5', 'USDT 11', 'USDT 11', 'USDT 25'];
      assert.deepEqual(
        await rows(),
        all.map((row) => `${row} confirming`),
      );
      await node.mine(FINAL_AFTER);
      await watcher.catchUp();
      assert.deepEqual(
        await rows(),
        all.map((row) => `${row} finished`),
      );
      assert.equal(watcher.state.state, 'up');
    } finally {
      await Promise.all([node.stop(), server.close()]);
    }
  },
);
