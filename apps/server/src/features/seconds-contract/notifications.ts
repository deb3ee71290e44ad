/** Notifies owners of how their contracts have ended. */
import { defineText, inBothLanguages } from '@glasshouse/texts';
import { formatDecimal } from '@glasshouse/money';
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import type { Catalogue } from '../../contract/catalogue.ts';
import { readableAmount, type Fact } from '../../contract/messages.ts';
import type { OwnerMessage } from '../../contract/owners.ts';
import { notifications } from '../../contract/notifications.ts';
import { positionFieldsOf, positionRowOf, type PositionFields } from './rows.ts';

const COMPLETED = 1;
const WORDS = {
  ended: defineText({ en: 'Contract #{id} has ended: {net}', zh: '合约 #{id} 已结束：{net}' }),
  returned: defineText({ en: 'Contract #{id} was given back', zh: '合约 #{id} 已全额退回' }),
  moved: defineText({
    en: '{pair} {direction}, {seconds} s: {opening} to {closing}.',
    zh: '{pair} {direction} {seconds} 秒：{opening} → {closing}。',
  }),
  noPrice: defineText({
    en: 'The price source gave no tick in time. Stake and fee are back.',
    zh: '价格来源未及时给出价格记录，本金与手续费已全部退回。',
  }),
  terms: defineText({ en: '{direction}, {seconds} s', zh: '{direction} {seconds} 秒' }),
  view: defineText({ en: 'View the contract', zh: '查看合约' }),
};

/** The words for each direction, within a sentence and at its beginning. */
const DIRECTIONS = {
  up: { within: { en: 'up', zh: '买涨' }, first: { en: 'Up', zh: '买涨' } },
  down: { within: { en: 'down', zh: '买跌' }, first: { en: 'Down', zh: '买跌' } },
} as const;

export const secondsContractNotifications = notifications(
  (reads) => reads.selectFrom('positions').selectAll().where('status', '<>', 0),
  ({ catalogue }, row) => messageOf(catalogue, positionFieldsOf(row)),
);

function messageOf(catalogue: Catalogue, position: PositionFields): OwnerMessage {
  const row = positionRowOf(catalogue, position);
  const { id, direction } = row;
  const isEnded = row.status === COMPLETED && row.openPrice !== null && row.finishPrice !== null;
  const net = netText(catalogue, position, row);
  const moved = {
    pair: `${row.baseCoin}/${row.quoteCoin}`,
    seconds: row.holdingTime,
    opening: readableAmount(row.openPrice ?? ''),
    closing: readableAmount(row.finishPrice ?? ''),
  };
  return {
    type: 'contract',
    cause: `contract:${id}`,
    title: inBothLanguages((language) =>
      isEnded
        ? WORDS.ended(language, { id, net: `${readableAmount(net)} ${row.quoteCoin}` })
        : WORDS.returned(language, { id }),
    ),
    paragraphs: [
      inBothLanguages((language) =>
        isEnded
          ? WORDS.moved(language, { ...moved, direction: DIRECTIONS[direction].within[language] })
          : WORDS.noPrice(language),
      ),
    ],
    facts: factsOf(row, isEnded ? `${net} ${row.quoteCoin}` : null),
    link: {
      label: inBothLanguages(WORDS.view),
      path: `/account/trade?type=4&tab=contracts&number=${id}`,
    },
    canFreeze: false,
  };
}

/** The owner's gain or loss by the contract, with its sign. */
function netText(catalogue: Catalogue, position: PositionFields, { profit }: PositionRow): string {
  const { decimals } = catalogue.marketAt(position.market).quote;
  const units = unitsOf(profit, decimals) - position.fee;
  return `${units > 0 ? '+' : ''}${formatDecimal(units, decimals)}`;
}

/** The units of a decimal text that has at most this many decimals. */
function unitsOf(text: string, decimals: number): number {
  const [whole = '0', rest = ''] = text.replace('-', '').split('.');
  const units = Number(whole + rest.padEnd(decimals, '0'));
  return text.startsWith('-') ? -units : units;
}

function factsOf(row: PositionRow, net: string | null): readonly Fact[] {
  const { direction, holdingTime: seconds, quoteCoin } = row;
  const given: readonly (Fact | null)[] = [
    { name: 'pair', value: `${row.baseCoin}/${quoteCoin}` },
    {
      name: 'terms',
      value: inBothLanguages((language) =>
        WORDS.terms(language, { direction: DIRECTIONS[direction].first[language], seconds }),
      ),
    },
    { name: 'stake', type: 'amount', value: `${row.openAmount} ${quoteCoin}` },
    row.openTick === null ? null : { name: 'openingTick', value: `#${row.openTick}` },
    row.openPrice === null ? null : { name: 'openingPrice', type: 'amount', value: row.openPrice },
    row.finishTick === null ? null : { name: 'closingTick', value: `#${row.finishTick}` },
    row.finishPrice === null ? null : { name: 'closingPrice', type: 'amount', value: row.finishPrice },
    { name: 'fee', type: 'amount', value: `${row.fees} ${quoteCoin}` },
    net === null ? null : { name: 'netResult', type: 'result', value: net },
  ];
  return given.filter((fact) => fact !== null);
}
