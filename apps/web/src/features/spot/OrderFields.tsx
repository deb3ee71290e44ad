/**
 * The inputs of the order form: the prices of its type, amount, share, total, and time in force.
 */
import { Checkbox, DecimalInput } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { fieldLabel } from './order-types.ts';
import { PercentSlider } from './PercentSlider.tsx';
import type { OrderTicket } from './useOrderTicket.ts';

/** The smallest step is a part per million. */
const TRAIL_DECIMALS = 4;

export function OrderFields({ ticket }: { readonly ticket: OrderTicket }) {
  const { t } = useTranslation();
  const { pair, side, type } = ticket;
  return (
    <>
      {type.fields.map((field) => (
        <DecimalInput
          key={field}
          name={field}
          label={t(fieldLabel(type, field))}
          unit={field === 'trailPercent' ? '%' : pair.quoteCoin}
          value={ticket.prices[field]}
          decimals={field === 'trailPercent' ? TRAIL_DECIMALS : pair.priceDecimals}
          placeholder={type.optional(side).includes(field) ? t('spot.marketPrice') : undefined}
          invalid={ticket.wrong?.field === field}
          onValue={(text) => ticket.setPrice(field, text)}
        />
      ))}
      {!type.isLimit && (
        <p className="bg-raised text-mut flex h-9 items-center justify-between rounded-md px-3">
          <span>{t('market.price')}</span>
          <span>{t('spot.marketPrice')}</span>
        </p>
      )}
      {!ticket.byTotalOnly && (
        <DecimalInput
          name="amount"
          label={t('market.amount')}
          unit={pair.baseCoin}
          value={ticket.amountText}
          decimals={pair.amountDecimals}
          placeholder={ticket.byTotal ? t('spot.byTotal') : undefined}
          invalid={ticket.wrong?.field === 'amount'}
          onValue={ticket.setAmount}
        />
      )}
      <PercentSlider value={ticket.percent} side={side} onValue={ticket.applyPercent} />
      {(type.isLimit || side === 'buy') && (
        <DecimalInput
          name="total"
          invalid={ticket.byTotalOnly && ticket.wrong?.field === 'amount'}
          label={t('spot.total')}
          unit={pair.quoteCoin}
          value={ticket.total}
          decimals={pair.priceDecimals < 2 ? 2 : Math.min(pair.quoteDecimals, 8)}
          onValue={ticket.setTotal}
        />
      )}
      <Waiting ticket={ticket} />
    </>
  );
}

/** Time in force. Post-only is one of its values in the call, but traders expect a checkbox. */
function Waiting({ ticket }: { readonly ticket: OrderTicket }) {
  const { t } = useTranslation();
  const { timesInForce } = ticket.type;
  if (timesInForce.length === 0) return null;
  const postOnly = ticket.timeInForce === 'POST_ONLY';
  return (
    <div className="text-mut flex h-6 items-center justify-between">
      <select
        aria-label={t('spot.timeInForce')}
        title={t(`spot.times.${ticket.timeInForce}`)}
        disabled={postOnly}
        value={postOnly ? 'GTC' : ticket.timeInForce}
        onChange={(event) =>
          ticket.setTimeInForce(timesInForce.find((name) => name === event.target.value) ?? 'GTC')
        }
        className="hover:text-fg -ml-1 h-6 rounded bg-transparent px-0.5"
      >
        {timesInForce
          .filter((name) => name !== 'POST_ONLY')
          .map((name) => (
            <option key={name} value={name} className="bg-panel text-fg">
              {t(`spot.times.${name}`)}
            </option>
          ))}
      </select>
      {timesInForce.includes('POST_ONLY') && (
        <Checkbox
          checked={postOnly}
          onChange={(checked) => ticket.setTimeInForce(checked ? 'POST_ONLY' : 'GTC')}
        >
          <span title={t('spot.times.POST_ONLY')}>{t('spot.postOnly')}</span>
        </Checkbox>
      )}
    </div>
  );
}
