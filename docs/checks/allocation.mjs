/**
 * Works the published list of a subscription out again, without anything of this project: exact
 * shares of BigInt, the units that are left, costs, sums, and the digest of the file.
 *
 *   node allocation.mjs FILE --price 1.1 --for-sale 24000 --coin-decimals 6 --currency-decimals 6 \
 *     --digest 5b1f...
 *
 * FILE is that of POST /bb/app/subscription/exportAllocation {project}; the numbers are those of
 * getProject. It prints a line for each check, and ends with 1 if one fails.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    price: { type: 'string' },
    'for-sale': { type: 'string' },
    'coin-decimals': { type: 'string' },
    'currency-decimals': { type: 'string' },
    digest: { type: 'string' },
  },
});

/** A decimal as a whole number of its last place. */
function units(text, decimals) {
  const [whole, part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(decimals, '0'));
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const coinDecimals = Number(values['coin-decimals']);
const currencyDecimals = Number(values['currency-decimals']);
const forSale = units(values['for-sale'], coinDecimals);
/** Currency units for a unit of the coin: numerator / denominator. */
const places = (values.price.split('.')[1] ?? '').length;
const numerator = units(values.price, places) * 10n ** BigInt(currencyDecimals);
const denominator = 10n ** BigInt(places + coinDecimals);
const costOf = (coins) => (coins * numerator) / denominator;

const bytes = readFileSync(positionals[0]);
const [head, ...rows] = bytes.toString().trimEnd().split('\r\n');
const lines = rows.map((row) => {
  const [id, amount, coins, cost] = row.split(',');
  return {
    id: BigInt(id),
    amount: units(amount, currencyDecimals),
    coins: units(coins, coinDecimals),
    cost: units(cost, currencyDecimals),
  };
});

const sum = (of) => lines.reduce((all, line) => all + of(line), 0n);
const total = sum(({ amount }) => amount);
const isCovered = total <= (forSale * numerator) / denominator;
const floors = lines.map(({ amount }) =>
  isCovered ? (amount * denominator) / numerator : (forSale * amount) / total,
);
const due = [...floors];
if (!isCovered) {
  const left = forSale - floors.reduce((all, coins) => all + coins, 0n);
  lines
    .map(({ amount, id }, i) => ({ i, id, remainder: (forSale * amount) % total }))
    .filter(({ i, remainder }) => remainder > 0n && costOf(floors[i] + 1n) <= lines[i].amount)
    .sort((a, b) => compare(b.remainder, a.remainder) || compare(a.id, b.id))
    .slice(0, Number(left))
    .forEach(({ i }) => (due[i] += 1n));
}

const digest = createHash('sha256').update(bytes).digest('hex');
const wrong = (isWrong) => lines.filter(isWrong).length;
const checks = [
  ['the file has the published digest', digest === values.digest, digest],
  ['the file has the columns of a list', head === 'id,amount,coins,cost', head],
  ['numbers rise', lines.every(({ id }, i) => i === 0 || id > lines[i - 1].id), `${lines.length} lines`],
  ['every line has its share', wrong(({ coins }, i) => coins !== due[i]) === 0, `total ${total}`],
  ['every cost follows from its coins', wrong(({ cost, coins }) => cost !== costOf(coins)) === 0, ''],
  ['no cost is above its amount', wrong(({ cost, amount }) => cost > amount) === 0, ''],
  ['no more is sold than was for sale', sum(({ coins }) => coins) <= forSale, `${sum(({ coins }) => coins)}`],
];
for (const [name, holds, figures] of checks) console.log(`${holds ? 'ok  ' : 'FAIL'} ${name} ${figures}`);
process.exitCode = checks.every(([, holds]) => holds) ? 0 : 1;
