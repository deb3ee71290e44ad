/** Goal: files read back as written. Method: cells that need quotes or look like formulas. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvDownload, timeColumn, type CsvColumn } from './csv.ts';

interface Row {
  readonly time: number;
  readonly amount: string;
  readonly note: string | null;
}
const COLUMNS: readonly CsvColumn<Row>[] = [
  timeColumn('time', ({ time }) => time),
  { name: 'amount', of: ({ amount }) => amount },
  { name: 'note', isText: true, of: ({ note }) => note },
];
const row = (note: string | null): Row => ({ time: 1_793_000_000_000, amount: '-0.00000001', note });

async function textOf(pages: readonly (readonly Row[])[]): Promise<{ text: string; name: string }> {
  const range = { startTime: Date.UTC(2026, 9, 31, 16), endTime: Date.UTC(2026, 10, 30, 16) };
  const pagesLater = (async function* later() {
    yield* pages;
  })();
  const { name, chunks } = csvDownload({ kind: 'notes', range, columns: COLUMNS, pages: pagesLater });
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return { text, name };
}

test('R3.7 CSV: amounts exact, times in UTC, quotes doubled, and no cell is a formula', async () => {
  const notes = ['plain', 'a, "b"', '=1+1', '+1', '-1', '@sum', '\tx', 'two\nlines', null];
  const { text, name } = await textOf([notes.slice(0, 4).map(row), notes.slice(4).map(row)]);
  const begin = '2026-10-26T07:33:20.000Z,-0.00000001,';
  assert.equal(
    text,
    [
      'time,amount,note',
      `${begin}plain`,
      `${begin}"a, ""b"""`,
      `${begin}'=1+1`,
      `${begin}'+1`,
      `${begin}'-1`,
      `${begin}'@sum`,
      `${begin}'\tx`,
      `${begin}"two\nlines"`,
      begin,
      '',
    ].join('\r\n'),
  );
  assert.equal(name, 'notes_20261031T1600Z_20261130T1600Z.csv');
  assert.equal((await textOf([])).text, 'time,amount,note\r\n');
});
