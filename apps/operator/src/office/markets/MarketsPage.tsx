/** Every pair with its state and terms, and what can be done with one. */
import type { OfficePair } from '@glasshouse/protocol/market/office';
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import { Button, DateTime, Num } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { Page } from '../frame/Page.tsx';
import { Chips } from '../parts/Chips.tsx';
import { SideBySide } from '../parts/Decision.tsx';
import { NothingFound, NothingOpen } from '../parts/states.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import type { Column } from '../parts/table/columns.ts';
import { Table } from '../parts/table/Table.tsx';
import { wholeRows } from '../parts/table/whole-rows.ts';
import { Views } from '../parts/Views.tsx';
import { useSelf } from '../self.ts';
import { useTexts } from '../texts.ts';
import { ListCoin } from './ListCoin.tsx';
import { ListPair } from './ListPair.tsx';
import { marketsSearch, type MarketsSearch } from './markets-search.ts';
import { STATES, type PairState } from './pair-words.ts';
import { PairForm } from './PairForm.tsx';

const EVERY_MS = 3_000;
const FORMS = [
  { form: 'coin', text: 'market_listCoin' },
  { form: 'pair', text: 'market_listPair' },
] as const;
const IS_HALT: Readonly<Record<PairState, boolean>> = {
  trading: false,
  'cancel-only': true,
  halted: true,
  delisted: false,
};

export function MarketsPage() {
  const { t } = useTexts();
  const search = useSearch({ from: '/markets' });
  const navigate = useNavigate();
  const go = (next: MarketsSearch) => void navigate({ to: '/markets', search: next });
  const [find, setFind] = useState('');
  const query = useQuery({
    queryKey: ['pairs'],
    queryFn: () => call('markets/get-pairs', {}),
    refetchInterval: EVERY_MS,
  });
  const all = query.data?.pairs ?? [];
  const isHere = ({ pair, state }: OfficePair) =>
    (search.state === undefined || state === search.state) && pair.includes(find.trim().toUpperCase());
  const open = all.find(({ pair }) => pair === search.pair);
  const count = (state: PairState) => all.filter((each) => each.state === state).length;
  const trading = count('trading');
  const { data: self } = useSelf();
  const mayList = self != null && isPermitted(self.role, 'markets/act');
  const onClose = () => go(marketsSearch({ ...search, pair: undefined, form: undefined }));
  const side = () => {
    if (mayList && search.form === 'coin') return <ListCoin onClose={onClose} />;
    if (mayList && search.form === 'pair') return <ListPair onClose={onClose} />;
    if (open === undefined) return <NothingOpen text={t('openPair')} />;
    return <PairForm key={open.pair} pair={open} onClose={onClose} />;
  };
  const views = (Object.keys(STATES) as PairState[]).map((state) => ({
    id: state,
    label: t(STATES[state].text),
    filters: { state },
    count: query.data && count(state),
    ...(IS_HALT[state] && count(state) > 0 ? { tone: 'warn' as const } : {}),
  }));
  return (
    <Page
      title={t('markets')}
      fact={query.data && t('marketsFact', { trading, count: all.length })}
      acts={mayList && <FormButtons onForm={(form) => go(marketsSearch({ ...search, form }))} />}
    >
      <SideBySide side={side()}>
        <Views
          name="markets"
          filters={search.state === undefined ? {} : { state: search.state }}
          onFilters={(filters) => go(marketsSearch(filters))}
          views={[{ id: 'all', label: t('viewAll'), filters: {}, count: query.data && all.length }, ...views]}
        />
        <Chips
          chips={[]}
          onChange={() => undefined}
          find={{ label: t('findPair'), value: find, onChange: setFind }}
        />
        <Table
          label={t('markets')}
          columns={useColumns()}
          rows={wholeRows(query, all.filter(isHere))}
          keyOf={({ pair }) => pair}
          openKey={search.pair}
          onOpen={({ pair }) => go(marketsSearch({ ...search, pair, form: undefined }))}
          isFinished={({ state }) => state === 'delisted'}
          empty={<NothingFound />}
        />
      </SideBySide>
    </Page>
  );
}

function FormButtons({ onForm }: { readonly onForm: (form: (typeof FORMS)[number]['form']) => void }) {
  const { t } = useTexts();
  return FORMS.map(({ form, text }) => (
    <Button key={form} tone="ghost" onClick={() => onForm(form)}>
      {t(text)}
    </Button>
  ));
}

function useColumns(): readonly Column<OfficePair>[] {
  const { t } = useTexts();
  const number = (value: string) => <Num value={value} decimals={8} decimalsMin={0} />;
  const ofQuote = (pair: string, value: string) => (
    <>
      {number(value)} <span className="text-mut">{pair.slice(pair.indexOf('/') + 1)}</span>
    </>
  );
  return [
    {
      id: 'pair',
      head: t('pair'),
      width: 112,
      cell: ({ pair }) => <b className="font-semibold">{pair}</b>,
    },
    {
      id: 'state',
      head: t('state'),
      width: 120,
      cell: ({ state }) => <StateTag state={state} states={STATES} />,
    },
    {
      id: 'until',
      head: t('changesOn'),
      width: 112,
      cell: ({ opensTime, delistsTime }) => {
        const next = opensTime ?? delistsTime;
        return next === null ? null : <DateTime timeMs={next} kind="short" className="text-warn" />;
      },
    },
    {
      id: 'last',
      head: t('lastPrice'),
      width: '2fr',
      align: 'right',
      cell: ({ lastPrice }) => (lastPrice === null ? '–' : number(lastPrice)),
    },
    { id: 'maker', head: t('makerFee'), width: 66, align: 'right', cell: ({ makerFee }) => `${makerFee}%` },
    { id: 'taker', head: t('takerFee'), width: 66, align: 'right', cell: ({ takerFee }) => `${takerFee}%` },
    {
      id: 'minimum',
      head: t('leastOrder'),
      width: 98,
      align: 'right',
      isLow: true,
      cell: ({ pair, minimum }) => ofQuote(pair, minimum),
    },
    {
      id: 'maximum',
      head: t('mostOrder'),
      width: 122,
      align: 'right',
      isLow: true,
      cell: ({ pair, maximum }) => ofQuote(pair, maximum),
    },
    {
      id: 'made',
      head: t('houseMaker'),
      width: 84,
      align: 'right',
      cell: ({ isMade }) => <span className="text-mut">{t(isMade ? 'quotes' : 'off')}</span>,
    },
  ];
}
