/**
 * Goal: after an invalidation the data is never older than it. Method: requests that are answered
 * by hand, with what was true when they came.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryObserver } from '@tanstack/react-query';
import { SiteQueries } from './site-queries.ts';

const KEY = ['rows'];

/** A query with an observer, as on a page. */
function open() {
  const queries = new SiteQueries();
  const requests: { readonly answer: () => void; readonly fail: () => void }[] = [];
  let truth = 0;
  const observer = new QueryObserver(queries, {
    queryKey: KEY,
    retry: false,
    queryFn: () =>
      new Promise<number>((resolve, reject) => {
        const read = truth;
        requests.push({ answer: () => resolve(read), fail: () => reject(new Error('lost')) });
      }),
  });
  const close = observer.subscribe(() => {});
  return {
    queries,
    requests,
    close,
    shown: () => observer.getCurrentResult().data,
    change: () => {
      truth++;
      void queries.invalidateQueries({ queryKey: KEY });
    },
  };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

test('R8.6 a change during the first request is asked for after it, once', async () => {
  const { requests, shown, change, close } = open();
  change();
  change();
  requests[0]!.answer();
  await settle();
  assert.equal(requests.length, 2);
  requests[1]!.answer();
  await settle();
  assert.deepEqual([shown(), requests.length], [2, 2]);
  close();
});

test('R8.6 a change during the request after a failed one is asked for, too', async () => {
  for (const isEarly of [false, true]) {
    const { queries, requests, shown, change, close } = open();
    if (isEarly) change();
    requests[0]!.fail();
    await settle();
    void queries.invalidateQueries({ queryKey: KEY });
    await settle();
    change();
    requests.at(-1)!.answer();
    await settle();
    requests.at(-1)!.answer();
    await settle();
    assert.equal(shown(), isEarly ? 2 : 1);
    assert.ok(requests.length <= 5, String(requests.length));
    close();
  }
});

test('R8.6 a query that always fails is asked no more often than it is invalidated', async () => {
  const { requests, change, close } = open();
  for (let times = 0; times < 6; times++) {
    requests.at(-1)!.fail();
    await settle();
    change();
    await settle();
  }
  assert.equal(requests.length, 7);
  close();
});

test('R8.6 a request that is on its way is waited for, and one follows it', async () => {
  const { requests, shown, change, close } = open();
  requests[0]!.answer();
  await settle();
  change();
  change();
  requests.at(-1)!.answer();
  await settle();
  assert.equal(shown(), 1);
  requests.at(-1)!.answer();
  await settle();
  assert.deepEqual([shown(), requests.length], [2, 3]);
  close();
});

test('R8.6 D0042 replies are shown however fast changes follow each other', async () => {
  const { requests, shown, change, close } = open();
  requests[0]!.answer();
  await settle();
  for (let times = 0; times < 5; times++) {
    const before = shown() ?? 0;
    change();
    await settle();
    change();
    requests.at(-1)!.answer();
    await settle();
    assert.ok(shown()! > before, `${shown()} after ${before}`);
  }
  close();
});
