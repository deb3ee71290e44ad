/** Goal: what a key may do counts when a request runs. Method: the door alone; a request waits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiKey, KeyPermission } from '../contract/api-keys.ts';
import { ProgramDoor, type DoorOptions } from './door.ts';
import { Weights } from './weights.ts';

const keyWith = (...permissions: KeyPermission[]): ApiKey => ({
  keyId: 'k',
  userId: 1,
  permissions: new Set(permissions),
  withdrawsFromMs: Infinity,
  expiresMs: Infinity,
  kind: 'hmac',
  allows: () => true,
  verify: () => true,
});

/** What becomes of a request that waits for others of its user while its key changes. */
async function answerAfter(key: ApiKey | null): Promise<unknown> {
  const first = keyWith('read', 'trade');
  let found: ApiKey | null = first;
  let begin = (): void => undefined;
  const turn = new Promise<void>((resolve) => (begin = resolve));
  const options = {
    endpoints: { 'spot/delete-open-orders': () => 'done' },
    apiKeys: { find: () => found, again: () => found, used: () => undefined },
    guard: { present: () => undefined, run: (_asked: unknown, decide: () => unknown) => decide() },
    growth: { run: (_asked: unknown, decide: () => unknown) => decide() },
    slots: { own: { run: (_caller: string, work: () => unknown) => turn.then(work) } },
    weights: new Weights({ factor: 1 }),
    ready: async () => undefined,
    nowMs: () => 1_800_000_000_000,
  };
  const door = new ProgramDoor(options as unknown as DoorOptions);
  const answer = door.ask(
    door.byPath.get('DELETE /api/v3/openOrders')!,
    { ip: '192.0.2.1', userAgent: '', language: 'en', apiKey: 'x', session: first },
    { parameters: { symbol: 'BTCUSDT' }, payload: '', signature: null, showsLimits: null },
  );
  found = key;
  begin();
  return answer;
}

test('trading-api I3 I9 a request that waited does what its key may do then', async () => {
  const unknown = { error: 'request/unknown-key' };
  assert.equal(await answerAfter(keyWith('read', 'trade')), 'done');
  assert.deepEqual(await answerAfter(keyWith('read')), unknown);
  assert.deepEqual(await answerAfter({ ...keyWith('read', 'trade'), allows: () => false }), unknown);
  assert.deepEqual(await answerAfter(null), unknown);
});
