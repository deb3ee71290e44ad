/** The state of the form: coin and network in the address, where to, and how much. */
import type { Chain } from '@glasshouse/protocol/wallet/chains';
import { Big } from 'big.js';
import { useState } from 'react';
import { usePerson } from '#data/person.ts';
import { addressFault } from '#shared/AddressField.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { TextKey } from '#shared/text-keys.ts';
import { useUrlChange, useUrlText } from '#shared/url-state.ts';
import type { BookAddress, CoinTerms, Terms } from './calls.ts';
import { faultOf, mostOf, totalOf, valueOf, type AmountFault } from './withdraw-figures.ts';

/** Chains on which an account of an exchange is named by a tag or memo. */
const WITH_MEMO: ReadonlySet<string> = new Set(['XRP', 'EOS']);
const DEFAULT_COIN = 'USDT';
/** As coins are named, so that an address of the page puts no other words on it. */
const COIN = /^[A-Z0-9]{2,10}$/;
const NO_TERMS = {
  fee: '0',
  minAmount: '0',
  maxAmount: '0',
  decimals: 0,
  available: '0',
  price: '',
} as const;

/** What the server refused of the page, until it is changed. */
export interface Refused {
  readonly field: 'address' | 'amount';
  readonly text: string;
}
type WithdrawForm = ReturnType<typeof useWithdrawForm>;
/** Of the parts of the form; `coin` is the one that is chosen. */
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
  const refusal = useRefusal(`${destination.typed.place} ${destination.address} ${amount}`);
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
    hasMemo: WITH_MEMO.has(coin?.chain ?? ''),
    total: totalOf(amount, coin ?? NO_TERMS),
    value: valueOf(amount, coin?.price ?? ''),
    wrong: fault === undefined ? (refusal.of('amount') ?? whenPressed(noAmount)) : t(FAULT_TEXTS[fault]),
    wrongAddress: refusal.of('address') ?? whenPressed(destination.fault),
    refuse: refusal.note,
    person,
    hasFundPassword,
    /** What is missing is said beside the form. */
    isReady: isOpen && hasFundPassword,
    /** Whether it can be asked for; from then on what is missing is said. */
    check: () => {
      enter({ isPressed: true });
      return [noAmount, destination.fault, fault].every((wrong) => wrong === undefined);
    },
    clear: () => enter({ amount: '', isPressed: false }),
  };
}

const nameOf = (coin: CoinTerms | undefined): string => `${coin?.currency} ${coin?.chain}`;

/** The amount, and whether it was asked for. Another coin or network begins anew. */
function useEntered(place: string) {
  const none = { place, amount: '', isPressed: false };
  const [entered, setEntered] = useState(none);
  // While rendering, so that the former amount is never shown with another coin.
  if (entered.place !== place) setEntered(none);
  const own = entered.place === place ? entered : none;
  return { ...own, enter: (change: Partial<typeof none>) => setEntered({ ...own, ...change }) };
}

const FAULT_TEXTS = {
  short: 'common.insufficient',
  below: 'withdrawal.faults.below',
  above: 'withdrawal.faults.above',
  limit: 'withdrawal.faults.limit',
} as const satisfies Record<AmountFault, TextKey>;

/** Shown as long as the same is asked. */
function useRefusal(asked: string) {
  const [refused, setRefused] = useState<Refused & { readonly asked: string }>();
  return {
    of: (field: Refused['field']) =>
      refused?.asked === asked && refused.field === field ? refused.text : undefined,
    note: (told: Refused) => setRefused({ ...told, asked }),
  };
}

/** The coin and network in the address, as far as they are offered. */
function usePlace(list: readonly CoinTerms[]) {
  const [coinText] = useUrlText('coin');
  const [chainText] = useUrlText('chain');
  const change = useUrlChange();
  const coinOf = (text: string) => list.find(({ currency }) => currency === text)?.currency;
  const named = coinOf(coinText);
  const current = named ?? coinOf(DEFAULT_COIN) ?? list[0]?.currency;
  const chains = list.filter(({ currency }) => currency === current);
  return {
    /** A coin that is named in the address and cannot be withdrawn. */
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

/** An entry of the book, or an address that is typed; each belongs to its coin and network. */
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
    address: entry?.address ?? own.address,
    fault: entry === undefined ? faultOfAddress(coin, own.address) : undefined,
    memo: entry?.memo ?? own.memo,
    choose: (id: string) => setChosen(id),
    type: (change: { readonly address?: string; readonly memo?: string }) => {
      setChosen(undefined);
      setTyped({ ...own, ...change });
    },
  };
}

function faultOfAddress(coin: CoinTerms | undefined, address: string): TextKey | undefined {
  if (address.trim() === '') return 'withdrawal.faults.address';
  return coin === undefined ? undefined : addressFault(coin.chain as Chain, address);
}
