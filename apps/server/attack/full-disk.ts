/**
 * A disk of 300 MB that fills to the end, and gets room again. Needs Linux and root, to mount it.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Attack, Measured } from './attack.ts';
import { Client } from './client.ts';
import { sleep } from './measuring.ts';
import type { Target } from './target.ts';

const DISK = '300m';
const MB = 2 ** 20;
/** The server looks at its disk twice a second. */
const SEEN_MS = 3_000;
const ROOM_MS_MAX = 10_000;
const ORDER = {
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  side: 'buy',
  type: 'limit',
  price: '50000',
  amount: '0.001',
} as const;
const CONTRACT = {
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  tradeType: 1,
  openAmount: '10',
  positionTime: 60,
} as const;

export const fullDisk: Attack = {
  name: 'full-disk',
  inVersion010: 'the process ended, and at every start again until somebody made room',
  requirement: 'it lives, settles, cancels and reads; takes orders 10 s after room is made; loses nothing',
  isInShort: false,
  run: async ({ start }) => {
    const disk = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-disk-'));
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk]);
    if (mounted.status !== 0) return { figure: 'no disk could be mounted', isMet: true, isSkipped: true };
    try {
      return await fill(await start({ DATA_DIR: disk }), disk);
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
  },
};

async function fill(target: Target, disk: string): Promise<Measured> {
  const client = new Client(target.port);
  await client.register('full-disk');
  const place = () => client.call<{ id: string }>('/bb/app/spot/placeOrder', ORDER);
  const orders = [await place(), await place()];
  const contract = await client.call<{ id: string }>('/contract/app/contract/createOrder', CONTRACT);
  const failures: string[] = [];
  const check = (isTrue: boolean, what: string) => void (isTrue || failures.push(what));
  check(orders.every(({ code }) => code === 1) && contract.code === 1, 'orders before');
  leave(disk, 'first', 40 * MB);
  await sleep(SEEN_MS);
  check((await place()).error === 'request/no-room', 'an order is refused with little room');
  // Others on the disk go on: twice down to little more than a file of the database's log.
  for (const name of ['second', 'third']) {
    leave(disk, name, 20 * MB);
    await sleep(SEEN_MS);
  }
  check((await place()).error === 'request/no-room', 'an order is refused without room');
  const cancelled = await client.call('/bb/app/spot/cancelOrder', { id: orders[0]?.data.id });
  check(cancelled.code === 1, 'an order is cancelled without room');
  check((await client.call('/bb/app/wallet/getAssets', { account: 2 })).code === 1, 'a balance is read');
  await sleep(CONTRACT.positionTime * 1_000);
  const isSettled = async (): Promise<boolean> => {
    const { id } = contract.data;
    const { data } = await client.call<{ finishTime: number | null }>('/contract/app/contract/getOrder', {
      id,
    });
    return data.finishTime !== null;
  };
  check(await isSettled(), 'a contract settles without room');
  check(target.isAlive, 'the process lives');
  for (const name of ['first', 'second', 'third']) fs.rmSync(path.join(disk, name));
  const madeMs = performance.now();
  let again = await place();
  while (again.code !== 1 && performance.now() - madeMs < ROOM_MS_MAX) {
    await sleep(200);
    again = await place();
  }
  const seconds = ((performance.now() - madeMs) / 1000).toFixed(1);
  check(again.code === 1, 'an order is taken 10 s after room is made');
  const { data } = await client.call<{ list: { id: string }[] }>('/bb/app/spot/getOrders', {
    status: 0,
  });
  const open = data.list.map(({ id }) => id);
  check(open.includes(orders[1]!.data.id) && open.includes(again.data.id), 'what was taken is there');
  client.close();
  return {
    figure: failures.length === 0 ? `orders again after ${seconds} s` : `failed: ${failures.join('; ')}`,
    isMet: failures.length === 0,
  };
}

/** Fills the disk but for so many bytes. */
function leave(disk: string, name: string, bytes: number): void {
  const { bavail, bsize } = fs.statfsSync(disk);
  const file = fs.openSync(path.join(disk, name), 'w');
  const zeros = new Uint8Array(MB);
  try {
    for (let left = bavail * bsize - bytes; left > 0; left -= MB)
      fs.writeSync(file, zeros, 0, Math.min(MB, left));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    fs.closeSync(file);
  }
}
