/** The state of the form: coin and network in the address, where to, and how much. */
import { useState } from 'react';
import { usePerson } from '#data/person.ts';
import { useTranslation } from '#shared/i18n.ts';
import { useUrlChange, useUrlText } from '#shared/url-state.ts';
import type { BookAddress, CoinTerms, Terms } from './calls.ts';
import { faultOf, mostOf, totalOf, valueOf } from './withdraw-figures.ts';

/** Chains on which an account of an exchange is named by a tag or memo. */
const WITH_MEMO: ReadonlySet<string> = new Set(['XRP', 'EOS']);
const NO_TERMS = { fee: '0', minAmount: '0', maxAmount: '0', decimals: 0, available: '0' } as const;

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
  const [amount, setAmount] = useState('');
  const destination = useDestination(coin, book);
  const most = mostOf(coin ?? NO_TERMS);
  const fault = coin === undefined ? undefined : faultOf(amount, coin, terms.daily.remaining);
  const isOpen = coin?.status === 'open' && terms.heldUntil === null;
  const hasFundPassword = person?.assetsPwd === true;
  return {
    ...place,
    terms,
    amount,
    setAmount,
    most,
    ...destination,
    isBookOnly,
    hasMemo: WITH_MEMO.has(coin?.chain ?? ''),
    total: totalOf(amount, coin ?? NO_TERMS),
    value: valueOf(amount, coin?.price ?? ''),
    wrong: fault === undefined ? undefined : t(`withdrawal.faults.${fault}`),
    person,
    hasFundPassword,
    canAsk:
      isOpen &&
      hasFundPassword &&
      fault === undefined &&
      /[1-9]/.test(amount) &&
      destination.address.trim() !== '',
    clear: () => setAmount(''),
  };
}

/** The coin and network in the address, as far as they are offered. */
function usePlace(list: readonly CoinTerms[]) {
  const [coinText] = useUrlText('coin');
  const [chainText] = useUrlText('chain');
  const change = useUrlChange();
  const ofCoin = list.filter(({ currency }) => currency === coinText);
  const chains = ofCoin.length > 0 ? ofCoin : list.filter(({ currency }) => currency === list[0]?.currency);
  return {
    coins: [...new Set(list.map(({ currency }) => currency))],
    chains,
    coin: chains.find(({ chain }) => chain === chainText) ?? chains[0],
    chooseCoin: (coin: string) => change({ coin, chain: '' }),
    chooseChain: (chain: string) => change({ chain }),
  };
}

/** An entry of the book, or an address that is typed; each belongs to its coin and network. */
function useDestination(coin: CoinTerms | undefined, book: readonly BookAddress[]) {
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState({ place: '', address: '', memo: '' });
  const place = `${coin?.currency} ${coin?.chain}`;
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
    memo: entry?.memo ?? own.memo,
    choose: (id: string) => setChosen(id),
    type: (change: { readonly address?: string; readonly memo?: string }) => {
      setChosen(undefined);
      setTyped({ ...own, ...change });
    },
  };
}
