/**
 * Goal: document numbers are checked by the rule of their country. Method: published samples, each
 * also with one changed digit.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRIES, documentsOf, numberFault, PERSON_NAME, plainName, plainNumber } from './documents.ts';

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

test('R5.8 kyc I3 a name is taken as documents print it, with its dots in one form', () => {
  const taken: readonly (readonly [string, string])[] = [
    ['RAJESH A/L KUMAR', 'RAJESH A/L KUMAR'],
    ['Gurpreet S/O Harjit', 'Gurpreet S/O Harjit'],
    ['King, Jr.', 'King, Jr.'],
    ['AHMAD @ ALI (MUDA)', 'AHMAD @ ALI (MUDA)'],
    ['O', 'O'],
    ['王', '王'],
    ['’t Hooft', '’t Hooft'],
    ['Anne\u2010Marie  van der\tBerg', 'Anne-Marie van der Berg'],
    ...Array.from('·•‧∙⋅・･', (dot) => [`阿卜杜拉${dot}买买提`, '阿卜杜拉·买买提'] as const),
    ['阿卜杜拉 · 买买提', '阿卜杜拉·买买提'],
    ['\u200bＷＡＮＧ　Ｗｅｉ ', 'WANG Wei'],
  ];
  for (const [printed, kept] of taken) {
    assert.equal(plainName(printed), kept);
    assert.match(kept, PERSON_NAME);
  }
  for (const refused of ['', ' ', '-', '4', 'Ann 2', '<b>Ann</b>', '=Ann', 'a'.repeat(66)])
    assert.doesNotMatch(plainName(refused), PERSON_NAME, refused);
});

test('R5.8 kyc I3 the number of a document is read in full width and with any dash', () => {
  assert.equal(plainNumber('１１０１０５１９４９１２３１００２ｘ'), '11010519491231002X');
  assert.equal(plainNumber('Ａ123456（3）'), 'A1234563');
  assert.equal(plainNumber('529.982.247\u201325\u200b'), '52998224725');
});

test('R5.8 kyc I3 every country has documents; some have no card', () => {
  for (const country of COUNTRIES) assert.ok(documentsOf(country).includes('passport'), country);
  assert.ok(!documentsOf('US').includes('id-card'));
  assert.equal(new Set(COUNTRIES).size, COUNTRIES.length);
});
