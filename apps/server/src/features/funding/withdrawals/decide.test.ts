/**
 * Goal: what may happen to a withdrawal follows from its facts alone, at each boundary. Method:
 * tables of facts and expected decisions.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal } from '@glasshouse/protocol';
import {
  amountsOf,
  approversOf,
  costOf,
  factsOf,
  isOver,
  knownAddress,
  limitRefusal,
  mayStop,
  operatorRefusal,
  raisedReview,
  refusedField,
  reviewOf,
  stepsOf,
  worthOf,
  type Destination,
} from './decide.ts';

const USDT = 1_000_000;
const [REQUESTED, APPROVED, SETTLED, REJECTED, CANCELLED] = [0, 1, 2, 3, 4] as const;

test('funding I2 amount and fee are read in units, and refused by the field that is wrong', () => {
  const cases: readonly [string | undefined, string, number, unknown][] = [
    ['1.5', '0.1', 6, { amount: 1_500_000, fee: 100_000 }],
    [undefined, '1', 6, 'funding/amount-missing amount'],
    ['0', '1', 6, 'funding/amount-missing amount'],
    ['1.0000001', '1', 6, 'request/invalid amount'],
    ['99999999999999999999', '1', 6, 'funding/above-maximum amount'],
    ['1', '1.0000001', 6, 'funding/fee-changed fee'],
  ];
  for (const [amount, fee, decimals, expected] of cases) {
    const given = amountsOf({ amount, fee }, decimals);
    assert.deepEqual(isRefusal(given) ? `${given.error} ${given.field}` : given, expected);
  }
  assert.deepEqual(refusedField('funding/below-minimum'), {
    error: 'funding/below-minimum',
    field: 'amount',
  });
  assert.deepEqual(refusedField('funding/fee-changed'), { error: 'funding/fee-changed', field: 'fee' });
  assert.deepEqual(refusedField('funding/halted'), { error: 'funding/halted' });
});

test('funding I2 a request that the core never had can be continued for less than ten minutes', () => {
  const nowMs = 1_000_000;
  for (const [withdrawal_id, created_ms, expected] of [
    [null, 400_001, false],
    [null, 400_000, true],
    [7, 0, false],
  ] as const)
    assert.equal(isOver({ withdrawal_id, created_ms }, nowMs), expected);
});

test('funding I2 the worth of a request is rounded up, and the daily limit takes exactly what is left', () => {
  for (const [units, decimals, price, priceDecimals, expected] of [
    [1_500_000, 6, 1, 0, 1_500_000],
    [1, 8, 6_000_001, 2, 601],
    [100_000_000, 8, 6_000_000, 2, 60_000 * USDT],
    [Number.MAX_SAFE_INTEGER, 0, 10, 0, Number.MAX_SAFE_INTEGER],
    [0, 8, 6_000_000, 2, 0],
  ] as const)
    assert.equal(worthOf(units, decimals, { price, decimals: priceDecimals }), expected);
  for (const [value, sum, limit, left] of [
    [50_000 * USDT, 0, 50_000 * USDT, null],
    [50_000 * USDT + 1, 0, 50_000 * USDT, '50000'],
    [2_000 * USDT + 1, 0, 2_000 * USDT, '2000'],
    [20_000 * USDT, 30_000 * USDT, 50_000 * USDT, null],
    [20_000 * USDT, 30_000 * USDT + 1, 50_000 * USDT, '19999.999999'],
    [1, 60_000 * USDT, 50_000 * USDT, '0'],
  ] as const) {
    const refusal = limitRefusal(value, { sum, count: 1 }, limit);
    assert.deepEqual(refusal?.params?.['left'] ?? null, left);
  }
});

test('funding I4 funding I9 the book and earlier payments say whether and since when an address is known', () => {
  const [nowMs, listedMs, paidMs] = [1_000_000_000_000, 900_000_000_000, 800_000_000_000];
  const to = (address: string, memo = '') => ({ address, memo });
  const book = (address: string, usable_ms: number, memo = '') => [
    { ...to(address, memo), created_ms: listedMs, usable_ms },
  ];
  const paid = (address: string, memo = '') => [{ ...to(address, memo), changed_ms: paidMs }];
  const [evm, tron] = ['0xAbCdEf0000000000000000000000000000000001', 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ'];
  const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  type Known = Partial<Parameters<typeof knownAddress>[1]>;
  const cases: readonly [Destination['chain'], string, Known, unknown][] = [
    ['TRC20', tron, {}, null],
    ['TRC20', tron, { isBookOnly: true }, 'funding/address-not-listed'],
    ['TRC20', tron, { isBookOnly: true, paid: paid(tron) }, 'funding/address-not-listed'],
    ['TRC20', tron, { book: book(tron, nowMs), isBookOnly: true }, listedMs],
    ['TRC20', tron, { book: book(tron, nowMs + 1) }, 'funding/address-cooling'],
    ['TRC20', tron, { book: book(tron, nowMs), paid: paid(tron) }, paidMs],
    ['TRC20', tron, { paid: paid(tron.toLowerCase()) }, null],
    ['TRC20', tron, { paid: paid(tron, '17') }, null],
    ['ERC20', evm, { paid: paid(evm.toLowerCase()) }, paidMs],
    ['BTC', segwit, { paid: paid(segwit.toUpperCase()) }, paidMs],
  ];
  for (const [chain, address, known, expected] of cases) {
    const given = knownAddress(
      { chain, address, memo: '' },
      { book: [], paid: [], isBookOnly: false, ...known },
      nowMs,
    );
    assert.deepEqual(isRefusal(given) ? given.error : given.sinceMs, expected, `${chain} ${address}`);
  }
});

test('funding I9 a withdrawal without a record of its request has the facts that are worst', () => {
  const known = { value: 5, used: { sum: 7, count: 2 }, credentialsChangedMs: 400 };
  const stored = { requested_ms: 1_000 };
  const request = { address_since_ms: 100, device_since_ms: 300 };
  const rest = { value: 5, sum: 7, count: 2, credentialsAgeMs: 600 };
  for (const [given, expected] of [
    [request, { addressKnownMs: 900, deviceKnownMs: 700, recorded: 1 }],
    [
      { ...request, address_since_ms: null },
      { addressKnownMs: 0, deviceKnownMs: 700, recorded: 1 },
    ],
    [undefined, { addressKnownMs: 0, deviceKnownMs: 0, recorded: 0 }],
  ] as const)
    assert.deepEqual(factsOf(stored, { ...known, request: given }), { ...rest, ...expected });
});

test('funding I3 a later change of credentials needs a person only where nobody had to approve', () => {
  const stored = { withdrawal_id: 1, owner: 1_000, requested_ms: 500 };
  const review = (approvals: 0 | 1 | 2) =>
    reviewOf(stored, { approvals, reasons: [] }, { value: 1, decidedMs: 600 });
  for (const [approvals, changedMs, expected] of [
    [0, 500, null],
    [0, 501, 1],
    [1, 501, null],
    [2, 501, null],
  ] as const) {
    const raised = raisedReview(review(approvals), stored, changedMs);
    assert.equal(raised?.approvals_needed ?? null, expected);
    assert.equal(raised?.reasons ?? null, expected === null ? null : 'changed-credentials');
  }
});

test('funding I3 approvals count by person, and none beside a rejection', () => {
  const act = (name: 'decide' | 'approve' | 'stop' | 'reject', operator: string) => ({
    act: name,
    operator,
  });
  assert.deepEqual(approversOf([]), []);
  assert.deepEqual(
    approversOf([act('decide', 'rule'), act('approve', 'Ann'), act('stop', 'Eve'), act('approve', 'Bob')]),
    ['Ann', 'Bob'],
  );
  assert.equal(approversOf([act('approve', 'Ann'), act('reject', 'Bob'), act('approve', 'Cid')]), null);
});

test('funding I3 operators approve what is requested, settle what is approved and reject both', () => {
  const table = {
    approve: [null, 'state', 'state', 'state', 'state'],
    settle: ['state', null, 'state', 'state', 'state'],
    reject: [null, 'maybe-sent', 'state', 'state', 'state'],
  } as const;
  for (const status of [REQUESTED, APPROVED, SETTLED, REJECTED, CANCELLED]) {
    for (const act of ['approve', 'settle', 'reject'] as const)
      assert.equal(operatorRefusal(act, status, false), table[act][status], `${act} ${status}`);
    assert.equal(mayStop(status), status === APPROVED);
  }
  assert.equal(operatorRefusal('reject', APPROVED, true), null);
  assert.equal(operatorRefusal('reject', SETTLED, true), 'state');
});

test('funding I5 a cost is counted to the smallest unit of its chain, and never rounded', () => {
  for (const [text, decimals, restDecimals, expected] of [
    ['0.25', 6, 0, { cost: 250_000, costRest: 0 }],
    ['0.0000001', 6, 0, null],
    ['0.000000000000000001', 8, 10, { cost: 0, costRest: 1 }],
    ['1.123456780000000009', 8, 10, { cost: 112_345_678, costRest: 9 }],
    ['9007199254.740992', 6, 0, null],
    ['9007199254.740991', 6, 0, { cost: Number.MAX_SAFE_INTEGER, costRest: 0 }],
    ['-1', 6, 0, null],
    ['1.', 6, 0, null],
    ['', 6, 0, null],
  ] as const)
    assert.deepEqual(costOf(text, { decimals, restDecimals }), expected, text);
});

test('funding I3 the steps that an owner sees follow from the state, and end where it ended', () => {
  const [requestedMs, releasedMs, changedMs] = [1, 2, 3];
  const release = [{ act: 'release', time_ms: releasedMs } as const];
  const shown = (status: number, acts: Parameters<typeof stepsOf>[1]) =>
    stepsOf({ status, requested_ms: requestedMs, changed_ms: changedMs }, acts).map(
      ({ step, state, time }) => `${step} ${state} ${time}`,
    );
  const asked = 'requested done 1';
  const course = (step: string, rest: readonly string[]) => [asked, step, ...rest];
  assert.deepEqual(
    shown(REQUESTED, []),
    course('review now null', ['approved later null', 'paid later null']),
  );
  assert.deepEqual(shown(APPROVED, release), course('review done 3', ['approved done 3', 'paid now null']));
  assert.deepEqual(shown(SETTLED, release), course('review done 2', ['approved done 2', 'paid done 3']));
  assert.deepEqual(shown(SETTLED, []), course('review done null', ['approved done null', 'paid done 3']));
  assert.deepEqual(shown(REJECTED, release), [asked, 'rejected done 3']);
  assert.deepEqual(shown(CANCELLED, []), [asked, 'cancelled done 3']);
});
