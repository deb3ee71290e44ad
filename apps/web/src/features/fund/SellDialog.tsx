/** Sells a holding at the next NAV, or when the NAV reaches a limit; shows the proceeds of each. */
import { DecimalInput, Dialog, FieldError, formatNumber, Segmented } from '@glasshouse/ui';
import { NAV_DECIMALS } from '@glasshouse/protocol/fund/quote';
import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { useSending } from '#shared/products/useSending.ts';
import { sell, type HoldingRow } from './calls.ts';
import { amountText, dailyInterest, navText, navUnits, unitsOf, worstNav } from './figures.ts';
import { useFundName } from './HoldingTable.tsx';
import { SaleTerms } from './SaleTerms.tsx';
import { useLive } from './useLive.ts';

const NAV_SHOWN = 4;
const TYPES = ['market', 'limit'] as const;
type SellType = (typeof TYPES)[number];

interface SellDialogProps {
  readonly holding: HoldingRow;
  readonly close: () => void;
}
export function SellDialog({ holding, close }: SellDialogProps) {
  const { t } = useTranslation();
  const name = useFundName()(holding.fund);
  const { nav } = useLive()(holding);
  const [type, setType] = useState<SellType>('market');
  const [price, setPrice] = useState('');
  const form = useSending({ close });
  const isMarket = type === 'market';
  const at = isMarket ? nav : navUnits(price);
  const bound = isMarket ? worstNav(nav, 'sell') : price;
  const send = (): void => {
    if (!isMarket && navUnits(price) === 0) return form.refuse(t('fund.enterPrice'));
    form.send(() => sell({ id: holding.id, type, price: bound }), t('fund.sellSubmitted'));
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('fund.sellTitle', { name, id: holding.id })}
      closeLabel={t('common.close')}
      width={480}
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Segmented
          label={t('fund.sellType')}
          items={TYPES.map((id) => ({ id, label: t(`fund.types.${id}`) }))}
          value={type}
          onValue={(next) => {
            form.clear();
            setType(next);
          }}
          className="grid! grid-cols-2 [&>button]:h-8!"
        />
        {!isMarket && (
          <Price
            value={price}
            nav={nav}
            coin={holding.currency}
            wrong={form.wrong}
            onValue={(text) => {
              form.clear();
              setPrice(text);
            }}
          />
        )}
        {at > 0 && <SaleTerms holding={holding} nav={at} fee={holding.sellFee} feeName={t('fund.sellFee')} />}
        {isMarket ? <MarketNote bound={bound} /> : <LimitNote holding={holding} />}
        {isMarket && form.wrong !== undefined && <FieldError id="sell-wrong" text={form.wrong} />}
        <MoneyButton
          type="submit"
          tone="brand"
          size="lg"
          className="w-full"
          busy={form.busy}
          disabled={nav === 0}
        >
          {t(isMarket ? 'fund.sellNow' : 'fund.setLimit')}
        </MoneyButton>
      </form>
    </Dialog>
  );
}

interface PriceProps {
  readonly value: string;
  readonly nav: number;
  readonly coin: string;
  readonly wrong: string | undefined;
  readonly onValue: (text: string) => void;
}
function Price({ value, nav, coin, wrong, onValue }: PriceProps) {
  const { t } = useTranslation();
  const id = useId();
  const move = navUnits(value) === 0 || nav === 0 ? undefined : navUnits(value) / nav - 1;
  return (
    <div>
      <div className="text-mut mb-1 flex justify-between text-[12.5px]">
        <label htmlFor={id}>{t('fund.whenNav')}</label>
        {move !== undefined && (
          <span translate="no" className="num notranslate">
            {formatNumber(move * 100, { decimals: 2, signed: true })}%
          </span>
        )}
      </div>
      <DecimalInput
        id={id}
        name="price"
        large
        label={t('fund.whenNav')}
        labelInside={false}
        placeholder={formatNumber(navText(nav), { decimals: NAV_SHOWN })}
        unit={coin}
        value={value}
        decimals={NAV_DECIMALS}
        onValue={onValue}
        invalid={wrong !== undefined}
        aria-describedby={`${id}-wrong`}
      />
      {wrong !== undefined && <FieldError id={`${id}-wrong`} text={wrong} />}
    </div>
  );
}

function MarketNote({ bound }: { readonly bound: string }) {
  const { t } = useTranslation();
  return (
    <p className="text-mut text-[12.5px]">
      {t('fund.marketNote', { nav: formatNumber(bound, { decimals: NAV_SHOWN }) })}
    </p>
  );
}

/** Warns that a limit may never be reached, and that the interest of a loan accrues meanwhile. */
function LimitNote({ holding }: { readonly holding: HoldingRow }) {
  const { t } = useTranslation();
  const { decimals } = useLive()(holding);
  const debt = unitsOf(holding.loan, decimals);
  const perDay = amountText(dailyInterest(debt, holding.lendingDaily), decimals);
  return (
    <p className="flex gap-2 text-[12.5px]">
      <TriangleAlert aria-hidden size={15} className="text-warn mt-0.5 shrink-0" />
      {holding.liquidationPrice === null
        ? t('fund.limitNote')
        : t('fund.limitNoteLoan', {
            nav: formatNumber(holding.liquidationPrice, { decimals: NAV_SHOWN }),
            amount: formatNumber(perDay, { decimals: 4 }),
            coin: holding.currency,
          })}
    </p>
  );
}
