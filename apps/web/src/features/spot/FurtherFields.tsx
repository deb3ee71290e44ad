/** The inputs of an order's further terms, below its size. */
import { Checkbox } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import type { TimeInForce } from '@glasshouse/protocol/spot';
import { useTranslation } from '#shared/i18n.ts';
import { LASTS, PARTS, SLIPPAGES, TRIGGER_SOURCES } from './further-terms.ts';
import { canHave } from './order-types.ts';
import type { OrderTicket } from './useOrderTicket.ts';

export function FurtherFields({ ticket }: { readonly ticket: OrderTicket }) {
  const { t } = useTranslation();
  const { type, further, setFurther } = ticket;
  const isIceberg = canHave(type, 'visibleAmount');
  return (
    <>
      <Times ticket={ticket} />
      {(isIceberg || canHave(type, 'triggerBy') || canHave(type, 'slippagePercent')) && (
        <div className="text-mut flex h-6 items-center justify-between">
          {canHave(type, 'triggerBy') && (
            <Choice
              label={t('spot.triggerBy')}
              value={further.triggerBy}
              options={TRIGGER_SOURCES.map((name) => [name, t(`spot.triggersBy.${name}`)])}
              onValue={(value) => setFurther({ triggerBy: value === 'last' ? 'last' : 'index' })}
            />
          )}
          {isIceberg && (
            <Choice
              label={t('spot.visible')}
              value={String(further.parts)}
              options={[
                ['1', t('spot.visibleAll')],
                ...PARTS.map((parts) => [String(parts), t('spot.visiblePart', { parts })] as const),
              ]}
              isDisabled={ticket.timeInForce === 'IOC' || ticket.timeInForce === 'FOK'}
              onValue={(parts) => setFurther({ parts: Number(parts) })}
            />
          )}
          {canHave(type, 'slippagePercent') && (
            <Choice
              label={t('spot.slippage')}
              value={further.slippagePercent}
              options={[
                ['', t('spot.slippageBand')],
                ...SLIPPAGES.map((percent) => [percent, t('spot.slippageOf', { percent })] as const),
              ]}
              onValue={(slippagePercent) => setFurther({ slippagePercent })}
            />
          )}
        </div>
      )}
    </>
  );
}

/** Offers a take profit and a stop loss, whose fields then show. */
export function ExitChoice({ ticket }: { readonly ticket: OrderTicket }) {
  const { t } = useTranslation();
  if (!canHave(ticket.type, 'takeProfitPrice')) return null;
  return (
    <div className="text-mut flex h-6 items-center">
      <Checkbox checked={ticket.further.exits} onChange={(exits) => ticket.setFurther({ exits })}>
        <span title={t('spot.exitsText')}>{t('spot.exits')}</span>
      </Checkbox>
    </div>
  );
}

/**
 * Time in force, and how long the order lasts. Post-only is a time in force of the call, but
 * traders expect a checkbox.
 */
function Times({ ticket }: { readonly ticket: OrderTicket }) {
  const { t } = useTranslation();
  const { type, further, timeInForce } = ticket;
  const { timesInForce } = type;
  const canExpire = canHave(type, 'expireTime');
  if (timesInForce.length === 0 && !canExpire) return null;
  const postOnly = timeInForce === 'POST_ONLY';
  const others = postOnly ? [] : timesInForce.filter((name) => name === 'IOC' || name === 'FOK');
  const lasting = canExpire ? LASTS.map(({ ms, key }) => [String(ms), t(`spot.lasts.${key}`)] as const) : [];
  const isChosenTime = others.some((name) => name === timeInForce);
  function choose(value: string) {
    const name = others.find((time) => time === value);
    if (name === undefined) ticket.setFurther({ lastsMs: Number(value) });
    if (!postOnly) ticket.setTimeInForce(name ?? 'GTC');
  }
  return (
    <div className="text-mut flex h-6 items-center justify-between">
      <Choice
        label={t('spot.timeInForce')}
        value={isChosenTime ? timeInForce : String(canExpire ? further.lastsMs : 0)}
        options={[
          ['0', t('spot.times.GTC')],
          ...lasting,
          ...others.map((name: TimeInForce) => [name, t(`spot.times.${name}`)] as const),
        ]}
        onValue={choose}
      />
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

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: ReactNode])[];
  readonly isDisabled?: boolean;
  readonly onValue: (value: string) => void;
}
function Choice({ label, value, options, isDisabled = false, onValue }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      title={label}
      value={value}
      disabled={isDisabled}
      onChange={(event) => onValue(event.target.value)}
      className="hover:text-fg disabled:opacity-50 -ml-1 h-6 max-w-[62%] only:max-w-full rounded bg-transparent px-0.5"
    >
      {options.map(([option, text]) => (
        <option key={option} value={option} className="bg-panel text-fg">
          {text}
        </option>
      ))}
    </select>
  );
}
