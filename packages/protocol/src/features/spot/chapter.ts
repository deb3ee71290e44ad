/** The chapter of spot trading in the page for programs. */
import type { Chapter } from '../../chapter.ts';
import { ORDER_FORMS } from './order-types.ts';

const NONE = '–';

export const chapter: Chapter = {
  title: { en: 'Spot trading', zh: '币币交易' },
  tables: [
    {
      title: { en: 'Types of orders', zh: '委托类型' },
      lead: {
        en: 'The fields that placeOrder takes for each type. Any other of them is refused by its name. An order that waits for nothing is placed at once.',
        zh: 'placeOrder 各类型使用的字段，其他字段会被按名称拒绝。没有触发依据的委托立即下单。',
      },
      heads: {
        en: [
          'Type',
          'Price',
          'Waits by',
          'Kinds',
          'Time in force',
          'Size of a buy',
          'Size of a sell',
          'Also',
        ],
        zh: ['类型', '价格', '触发依据', '止损/止盈', '有效方式', '买单数量', '卖单数量', '可选'],
      },
      rows: Object.entries(ORDER_FORMS).map(([type, form]) => [
        type,
        form.hasPrice ? 'price' : NONE,
        form.waitsBy.join(type === 'tp-sl' ? ' + ' : ' | ') || NONE,
        form.stopKinds.join(' · ') || NONE,
        form.timesInForce.join(' · '),
        form.buySizes.join(' · '),
        form.sellSizes.join(' · '),
        form.optional.join(' · '),
      ]),
    },
  ],
};
