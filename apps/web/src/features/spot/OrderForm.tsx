/** The order ticket: side, type, inputs, cost, proceeds, and the button. */
import { buttonClass, classNames, Menu, MENU_ITEM_CLASS, Tabs } from '@glasshouse/ui';
import { ArrowLeftRight, ChevronDown, Plus, Settings2 } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { MarketFeed } from '#data/market-feed.ts';
import { usePanelDecimals, type PairInfo } from '#data/pairs.ts';
import { useSession } from '#data/session.ts';
import { Balance } from '#shared/Balance.tsx';
import { LogInLink, PageLink } from '#shared/PageLink.tsx';
import { PairNotes } from './PairNotes.tsx';
import { useShortcuts } from '#shared/shortcuts.ts';
import { OrderConfirmation } from './OrderConfirmation.tsx';
import { OrderFields } from './OrderFields.tsx';
import { MarketOutcome } from './MarketOutcome.tsx';
import { OrderOutcome } from './OrderOutcome.tsx';
import { ORDER_TYPES, type OrderType } from './order-types.ts';
import { PairRulesButton } from './PairRules.tsx';
import { useTradePreferences } from '#shared/trade-preferences.ts';
import { TradeSettings } from './TradeSettings.tsx';
import { useOrderTicket, type OrderTicket, type PickedPrice, type TicketMarket } from './useOrderTicket.ts';

export type { PickedPrice };
/** In a column: as high as its tallest type, or what the column has. */
export const FORM_HEIGHT = 'flex-[0_1_592px]';
export interface OrderFormProps extends TicketMarket {
  readonly feed: MarketFeed;
  readonly onTransfer: () => void;
}

export function OrderForm({ onTransfer, ...market }: OrderFormProps) {
  const { t } = useTranslation();
  const ticket = useOrderTicket(market);
  const { pair, side, type } = ticket;
  const form = useRef<HTMLFormElement>(null);
  const outcome =
    type.name === 'market' ? (
      <MarketOutcome ticket={ticket} feed={market.feed} />
    ) : (
      <OrderOutcome ticket={ticket} />
    );
  useSideKeys(ticket, () => form.current?.querySelector<HTMLInputElement>('[name=amount]')?.focus());
  return (
    <section
      id="order-entry"
      aria-label={t('spot.form')}
      className={classNames(FORM_HEIGHT, 'flex min-h-0 flex-col')}
    >
      <SideChoice ticket={ticket} />
      <TypeChoice ticket={ticket} />
      <form
        ref={form}
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          ticket.submit();
        }}
      >
        {/* Where the panel is too short, the fields scroll, and the result and the button stay. */}
        <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-3 pb-2 [&>*]:shrink-0">
          <Available ticket={ticket} onTransfer={onTransfer} />
          <OrderFields ticket={ticket} />
        </div>
        <div data-foot className="grid shrink-0 gap-2 px-3 pb-3">
          <PairNotes pair={pair} />
          {pair.state === 'trading' && outcome}
          <SubmitButton side={side} pair={pair} busy={ticket.busy} />
        </div>
      </form>
      {ticket.asking && (
        <OrderConfirmation key={type.name} ticket={ticket}>
          {outcome}
        </OrderConfirmation>
      )}
    </section>
  );
}

/** Keys B and S choose a side and focus the amount. */
function useSideKeys({ setSide }: OrderTicket, focusAmount: () => void): void {
  const { keys } = useTradePreferences();
  const to = (side: 'buy' | 'sell') => () => {
    setSide(side);
    focusAmount();
  };
  useShortcuts(keys, { b: to('buy'), s: to('sell') });
}

function SideChoice({ ticket }: { readonly ticket: OrderTicket }) {
  const { t } = useTranslation();
  return (
    <div className="p-3 pb-0">
      <div className="bg-raised flex rounded-lg p-[3px]" role="group" aria-label={t('spot.side')}>
        {(['buy', 'sell'] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === ticket.side}
            onClick={() => ticket.setSide(name)}
            className={classNames(
              'text-mut h-8 flex-1 rounded-md text-[13px] font-semibold aria-pressed:text-white',
              name === 'buy' ? 'aria-pressed:bg-up-btn' : 'aria-pressed:bg-down-btn',
            )}
          >
            {t(`spot.${name}`)}
          </button>
        ))}
      </div>
    </div>
  );
}

function TypeChoice({ ticket }: { readonly ticket: OrderTicket }) {
  const { t } = useTranslation();
  const [settings, setSettings] = useState(false);
  const choose = (name: OrderType['name']) =>
    ticket.setType(ORDER_TYPES.find((type) => type.name === name) ?? ORDER_TYPES[0]);
  return (
    <>
      <Tabs
        label={t('spot.type')}
        items={ORDER_TYPES.filter(({ waits }) => !waits).map(({ name, label }) => ({
          id: name,
          label: t(label),
        }))}
        value={ticket.type.name}
        onValue={choose}
        end={
          <>
            <WaitingTypes chosen={ticket.type} onChoose={choose} />
            <IconButton label={t('spot.settings')} onPress={() => setSettings(true)}>
              <Settings2 aria-hidden className="size-4" strokeWidth={1.7} />
            </IconButton>
          </>
        }
      />
      {settings && <TradeSettings onClose={() => setSettings(false)} />}
    </>
  );
}

interface WaitingTypesProps {
  readonly chosen: OrderType;
  readonly onChoose: (name: OrderType['name']) => void;
}
/** The types that wait for the index price, in a menu, because six tabs do not fit. */
function WaitingTypes({ chosen, onChoose }: WaitingTypesProps) {
  const { t } = useTranslation();
  const shown = t(chosen.waits ? chosen.label : 'spot.conditional');
  return (
    <Menu
      label={chosen.waits ? `${t('spot.conditional')}: ${shown}` : shown}
      width={230}
      className={classNames(
        'hover:text-fg flex h-10 items-center gap-1 text-[12.5px] font-medium whitespace-nowrap',
        chosen.waits ? 'text-fg' : 'text-mut',
      )}
      trigger={
        <>
          {shown}
          <ChevronDown aria-hidden className="size-3.5" />
        </>
      }
    >
      {(close) =>
        ORDER_TYPES.filter(({ waits }) => waits).map(({ name, label, text }) => (
          <button
            key={name}
            type="button"
            role="menuitemradio"
            aria-checked={name === chosen.name}
            className={classNames(MENU_ITEM_CLASS, 'h-auto! py-2')}
            onClick={() => {
              onChoose(name);
              close();
            }}
          >
            <span>
              <span className="block font-medium">{t(label)}</span>
              {text !== undefined && <span className="text-mut block text-xs">{t(text)}</span>}
            </span>
          </button>
        ))
      }
    </Menu>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}
function IconButton({ label, onPress, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="text-mut hover:bg-raised hover:text-fg -mr-1.5 grid size-7 place-items-center rounded-md"
    >
      {children}
    </button>
  );
}

const FUNDS_CLASS = 'text-brand-ink hover:bg-raised grid size-6 place-items-center rounded';

function Available({
  ticket,
  onTransfer,
}: {
  readonly ticket: OrderTicket;
  readonly onTransfer: () => void;
}) {
  const { t } = useTranslation();
  const decimalsOf = usePanelDecimals();
  const signedIn = useSession() !== null;
  return (
    <div className="text-mut grid">
      <div className="flex items-center justify-between">
        <span>{t('common.available')}</span>
        <span className="text-fg flex items-center gap-1.5">
          <Balance value={ticket.available} decimals={decimalsOf(ticket.payCoin)} unit={ticket.payCoin} />
          {signedIn && (
            <span className="-mr-1 flex">
              <button
                type="button"
                aria-label={t('wallet.transfer')}
                title={t('wallet.transfer')}
                onClick={onTransfer}
                className={FUNDS_CLASS}
              >
                <ArrowLeftRight aria-hidden className="size-3.5" />
              </button>
              <PageLink
                to="/account/recharge"
                aria-label={t('wallet.deposit')}
                title={t('wallet.deposit')}
                className={FUNDS_CLASS}
              >
                <Plus aria-hidden className="size-3.5" strokeWidth={2.4} />
              </PageLink>
            </span>
          )}
        </span>
      </div>
      <Largest ticket={ticket} />
    </div>
  );
}

/** The largest amount that the balance allows; a press takes it. */
function Largest({ ticket }: { readonly ticket: OrderTicket }) {
  const { t } = useTranslation();
  const { side, pair, largest } = ticket;
  return (
    <div className="flex h-6 items-center justify-between">
      <span className="flex items-center gap-1">
        {t(`spot.largest.${side}`)}
        <PairRulesButton pair={pair} className="-my-1" />
      </span>
      <button
        type="button"
        title={t('spot.takeLargest')}
        disabled={largest === undefined}
        onClick={() => ticket.applyPercent(100)}
        className="text-fg hover:text-brand-ink -mr-1 h-6 rounded px-1"
      >
        <Balance value={largest} decimals={pair.amountDecimals} unit={pair.baseCoin} />
      </button>
    </div>
  );
}

interface SubmitButtonProps {
  readonly side: 'buy' | 'sell';
  readonly pair: PairInfo;
  readonly busy: boolean;
}
function SubmitButton({ side, pair: { baseCoin: coin, state }, busy }: SubmitButtonProps) {
  const { t } = useTranslation();
  const signedIn = useSession() !== null;
  if (!signedIn) {
    return (
      <LogInLink className={buttonClass('brand', 'md', 'h-10! w-full text-[14px]!')}>
        {t('spot.loginFirst')}
      </LogInLink>
    );
  }
  return (
    <MoneyButton
      type="submit"
      tone={side}
      busy={busy}
      disabled={state !== 'trading'}
      // The second press of a double click is no second order.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
      className="h-10! w-full text-[14px]!"
    >
      {t(`spot.${side}Coin`, { coin })}
    </MoneyButton>
  );
}
