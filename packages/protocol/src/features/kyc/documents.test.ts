/**
 * Goal: document numbers are checked by the rule of their country. Method: published samples, each
 * also with one changed digit.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRIES, documentsOf, numberFault, plainNumber } from './documents.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
const judge = (country: string, number: string) =>
  numberFault({ country, document: 'id-card', number: plainNumber(number) }, NOW_MS);

test('R5.8 kyc I3 the ID number must meet the format: Chinese resident numbers with their check digit', () => {
  assert.equal(judge('CN', '11010519491231002X'), null);
  assert.equal(judge('CN', '440524188001010014'), 'birth-date');
  assert.equal(judge('CN', '11010519491231002x'), null);
  assert.equal(judge('CN', '110105194912310021'), 'check-digit');
  assert.equal(judge('CN', '11010519491331002X'), 'birth-date');
  assert.equal(judge('CN', '11010520991231002X'), 'birth-date');
  assert.equal(judge('CN', '1101051949123100'), 'format');
});

test('R5.8 kyc I3 check digits of other countries: a right number passes, one changed digit does not', () => {
  const samples: readonly [string, string][] = [
    ['HK', 'A123456(3)'],
    ['TW', 'A123456789'],
    ['SG', 'S1234567D'],
    ['ES', '12345678Z'],
    ['ES', 'X1234567L'],
    ['BR', '529.982.247-25'],
    ['IN', '2341 2341 2346'],
  ];
  for (const [country, number] of samples) {
    assert.equal(judge(country, number), null, `${country} ${number}`);
    const plain = plainNumber(number);
    const at = plain.search(/\d/) + 2;
    const changed = plain.slice(0, at) + ((Number(plain[at]) + 1) % 10) + plain.slice(at + 1);
    assert.equal(judge(country, changed), 'check-digit', `${country} ${changed}`);
  }
});

test('R5.8 kyc I3 every country has documents; some have no card', () => {
  for (const country of COUNTRIES) assert.ok(documentsOf(country).includes('passport'), country);
  assert.ok(!documentsOf('US').includes('id-card'));
  assert.equal(new Set(COUNTRIES).size, COUNTRIES.length);
});
