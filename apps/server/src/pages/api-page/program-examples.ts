/** The first programs of the page: complete, and working against the address that they name. */
import fs from 'node:fs';
import path from 'node:path';

export interface Example {
  /** What it is written for, which is the same in every language. */
  readonly title: string;
  readonly text: string;
}

const fileOf = (name: string): string =>
  fs.readFileSync(path.join(import.meta.dirname, 'examples', `${name}.txt`), 'utf8').trimEnd();
const EXAMPLES: readonly Example[] = [
  { title: 'ccxt, JavaScript', text: fileOf('ccxt-javascript') },
  { title: 'ccxt, Python', text: fileOf('ccxt-python') },
  { title: 'npm binance', text: fileOf('binance-javascript') },
  { title: 'curl, openssl', text: fileOf('curl') },
];

/** `address`: of the server, such as 'http://localhost:8080'. Keys come from KEY and SECRET. */
export const programExamples = (address: string): readonly Example[] =>
  EXAMPLES.map(({ title, text }) => ({ title, text: text.replaceAll('{address}', address) }));
