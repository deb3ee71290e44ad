/**
 * The state of the withdrawal form: coin and network, kept in the page's URL, destination and
 * amount.
 */
import type { Chain } from '@glasshouse/protocol/wallet/chains';
import { hasMemo, readAddress, readMemo } from '@glasshouse/protocol/wallet/destinations';
import { Big } from 'big.js';
import { useState } from 'react';
import { usePerson } from '#data/person.ts';
import { addressFault, memoFault } from '#shared/AddressField.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { TextKey } from '#shared/text-keys.ts';
import { useUrlChange, useUrlText } from '#shared/url-state.ts';
import type { BookAddress, CoinTerms, Terms } from './calls.ts';
import { faultOf, mostOf, totalOf, valueOf, type AmountFault } from './withdraw-figures.ts';

const DEFAULT_COIN = 'USDT';
/**
 * The form of a coin's code. The page shows the code from its URL, so any other text must not pass.
 */
const COIN = /^[A-Z0-9]{2,10}$/;
const NO_TERMS = {
  fee: '0',
  minAmount: '0',
  maxAmount: '0',
  decimals: 0,
  available: '0',
  owned: '0',
  price: '',
} as const;

/** The server's refusal of a field, shown until the input changes. */
export interface Refused {
  readonly field: 'address' | 'memo' | 'amount';
  readonly text: string;
}
type WithdrawForm = ReturnType<typeof useWithdrawForm>;
/** The props of the form's parts; `coin` is the chosen coin on the chosen network. */
export interface WithdrawFormProps {
  readonly form: WithdrawForm;
  readonly coin: CoinTerms;
}

export function useWithdrawForm(terms: Terms, book: readonly BookAddress[], isBookOnly: boolean) {
  const { t } = useTranslation();
  const person = usePerson();
  const place = usePlace(terms.list);
  const { coin } = place;
  const named = nameOf(coin);
  const { amount, isPressed, enter } = useEntered(named);
  const destination = useDestination(named, coin, book);
  const most = mostOf(coin ?? NO_TERMS, terms.daily.remaining);
  const fault = coin === undefined ? undefined : faultOf(amount, coin, terms.daily.remaining);
  const isOpen = coin?.status === 'open' && terms.heldUntil === null;
  const hasFundPassword = person?.assetsPwd === true;
  const refusal = useRefusal(
    `${destination.typed.place} ${destination.address} ${destination.memo} ${amount}`,
  );
  const noAmount = /[1-9]/.test(amount) ? undefined : 'withdrawal.faults.amount';
  const whenPressed = (text: TextKey | undefined) => (isPressed && text !== undefined ? t(text) : undefined);
  return {
    ...place,
    terms,
    amount,
    setAmount: (next: string) => enter({ amount: next }),
    most,
    ...destination,
    isBookOnly,
    total: totalOf(amount, coin ?? NO_TERMS),
    value: valueOf(amount, coin?.price ?? ''),
    wrong: fault === undefined ? (refusal.of(['amount']) ?? whenPressed(noAmount)) : t(FAULT_TEXTS[fault]),
    wrongAddress: refusal.of(addressFields(destination)) ?? whenPressed(destination.fault),
    wrongMemo: refusal.of(['memo']) ?? (destination.memoFault && t(destination.memoFault)),
    refuse: refusal.note,
    person,
    hasFundPassword,
    /** Whether a withdrawal is possible at all. The side column says what is missing. */
    isReady: isOpen && hasFundPassword,
    /** Whether the input is complete. From the first call on, the fields show what is missing. */
    check: () => {
      enter({ isPressed: true });
      return [noAmount, destination.fault, destination.memoFault, fault].every(
        (wrong) => wrong === undefined,
      );
    },
    clear: () => enter({ amount: '', isPressed: false }),
  };
}

/** A tag of the address book has no field of its own. */
const addressFields = ({ asksMemo }: { readonly asksMemo: boolean }): readonly Refused['field'][] =>
  asksMemo ? ['address'] : ['address', 'memo'];

const nameOf = (coin: CoinTerms | undefined): string => `${coin?.currency} ${coin?.chain}`;

/** The amount, and whether the button was pressed. Choosing another coin or network resets both. */
function useEntered(place: string) {
  const none = { place, amount: '', isPressed: false };
  const [entered, setEntered] = useState(none);
  // Resets while rendering, so that the former amount is never shown with another coin.
  if (entered.place !== place) setEntered(none);
  const own = entered.place === place ? entered : none;
  return { ...own, enter: (change: Partial<typeof none>) => setEntered({ ...own, ...change }) };
}

const FAULT_TEXTS = {
  short: 'common.insufficient',
  held: 'withdrawal.faults.held',
  below: 'withdrawal.faults.below',
  above: 'withdrawal.faults.above',
  limit: 'withdrawal.faults.limit',
} as const satisfies Record<AmountFault, TextKey>;

/** The server's refusal, for as long as the input is the refused one. */
function useRefusal(asked: string) {
  const [refused, setRefused] = useState<Refused & { readonly asked: string }>();
  return {
    of: (fields: readonly Refused['field'][]) =>
      refused?.asked === asked && fields.includes(refused.field) ? refused.text : undefined,
    note: (told: Refused) => setRefused({ ...told, asked }),
  };
}

/**
 * The coin and network named by the page's URL; otherwise the default coin and its cheapest
 * network.
 */
function usePlace(list: readonly CoinTerms[]) {
  const [coinText] = useUrlText('coin');
  const [chainText] = useUrlText('chain');
  const change = useUrlChange();
  const coinOf = (text: string) => list.find(({ currency }) => currency === text)?.currency;
  const named = coinOf(coinText);
  const current = named ?? coinOf(DEFAULT_COIN) ?? list[0]?.currency;
  const chains = list.filter(({ currency }) => currency === current);
  return {
    /** A coin that the URL names and that cannot be withdrawn. */
    notOffered: named === undefined && COIN.test(coinText) ? coinText : undefined,
    coins: [...new Set(list.map(({ currency }) => currency))],
    chains,
    coin: chains.find(({ chain }) => chain === chainText) ?? cheapestOf(chains),
    chooseCoin: (coin: string) => change({ coin, chain: '' }),
    chooseChain: (chain: string) => change({ chain }),
  };
}

/** The open network with the lowest fee, otherwise any. */
function cheapestOf(chains: readonly CoinTerms[]): CoinTerms | undefined {
  const open = chains.filter(({ status }) => status === 'open');
  return open.toSorted((a, b) => new Big(a.fee).cmp(b.fee))[0] ?? chains[0];
}

/**
 * The destination: an entry of the address book or a typed address. Either belongs to one coin and
 * network.
 */
function useDestination(place: string, coin: CoinTerms | undefined, book: readonly BookAddress[]) {
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState({ place: '', address: '', memo: '' });
  const entries = book
    .filter(({ currency, chain }) => currency === coin?.currency && chain === coin?.chain)
    .toSorted((a, b) => a.usableTime - b.usableTime);
  const entry = entries.find(({ id }) => id === chosen);
  const own = typed.place === place ? typed : { place, address: '', memo: '' };
  return {
    entries,
    entry,
    typed: own,
    address: entry?.address ?? readAs(coin, own).address,
    memo: entry?.memo ?? readAs(coin, own).memo,
    fault: entry === undefined ? faultOfAddress(coin, own.address) : undefined,
    asksMemo: entry === undefined && coin !== undefined && hasMemo(coin.chain as Chain),
    memoFault:
      entry === undefined && coin !== undefined ? memoFault(coin.chain as Chain, own.memo) : undefined,
    choose: (id: string) => setChosen(id),
    type: (change: { readonly address?: string; readonly memo?: string }) => {
      setChosen(undefined);
      setTyped({ ...own, ...change });
    },
  };
}

/** What was typed, as it will be kept. */
function readAs(coin: CoinTerms | undefined, { address, memo }: Pick<BookAddress, 'address' | 'memo'>) {
  const chain = coin?.chain as Chain | undefined;
  const [to, tag] =
    chain === undefined ? [address, memo] : [readAddress(chain, address), readMemo(chain, memo)];
  return { address: typeof to === 'string' ? to : address, memo: typeof tag === 'string' ? tag : memo };
}

function faultOfAddress(coin: CoinTerms | undefined, address: string): TextKey | undefined {
  if (address.trim() === '') return 'withdrawal.faults.address';
  return coin === undefined ? undefined : addressFault(coin.chain as Chain, address);
}
