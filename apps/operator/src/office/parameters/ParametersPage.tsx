/** Every parameter with its value; beside it the history of one, and the form that sets it. */
import type { OfficeParameter } from '@glasshouse/protocol/parameters/office';
import { PARAMETER_GROUPS } from '@glasshouse/protocol/parameters/parameter-groups';
import { DateTime } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { useLogged } from '../frame/frame-context.ts';
import { Page } from '../frame/Page.tsx';
import { Chips } from '../parts/Chips.tsx';
import { SideBySide } from '../parts/Decision.tsx';
import { NothingFound, NothingOpen } from '../parts/states.tsx';
import type { Column } from '../parts/table/columns.ts';
import { Table } from '../parts/table/Table.tsx';
import { wholeRows } from '../parts/table/whole-rows.ts';
import { Views } from '../parts/Views.tsx';
import { useTexts } from '../texts.ts';
import { ParameterForm } from './ParameterForm.tsx';
import { parametersSearch, type ParametersSearch } from './parameters-search.ts';
import { useShown } from './useShown.ts';

const EVERY_MS = 5_000;

export function ParametersPage() {
  const { t } = useTexts();
  const search = useSearch({ from: '/parameters' });
  const navigate = useNavigate();
  const go = (next: ParametersSearch) => void navigate({ to: '/parameters', search: next });
  const [find, setFind] = useState('');
  useLogged(t('noCustomer'));
  const query = useQuery({
    queryKey: ['parameters'],
    queryFn: () => call('parameters/get-all', {}),
    refetchInterval: EVERY_MS,
  });
  const all = query.data?.parameters ?? [];
  const typed = find.trim().toLowerCase();
  const isHere = ({ name, title, group }: OfficeParameter) =>
    (search.group === undefined || group === search.group) &&
    `${name} ${title}`.toLowerCase().includes(typed);
  const open = all.find(({ name }) => name === search.open);
  const views = PARAMETER_GROUPS.map((group) => ({
    id: group,
    label: t(`param_${group}`),
    filters: { group },
    count: query.data && all.filter((each) => each.group === group).length,
  }));
  const set = all.filter(({ changed }) => changed !== null).length;
  return (
    <Page title={t('parameters')} fact={query.data && t('param_fact', { set, count: all.length })}>
      <SideBySide
        side={
          open === undefined ? (
            <NothingOpen text={t('param_open')} />
          ) : (
            <ParameterForm
              key={open.name}
              parameter={open}
              onClose={() => go(parametersSearch({ ...search, open: undefined }))}
            />
          )
        }
      >
        <Views
          name="parameters"
          filters={search.group === undefined ? {} : { group: search.group }}
          onFilters={(filters) => go(parametersSearch(filters))}
          views={[{ id: 'all', label: t('viewAll'), filters: {}, count: query.data && all.length }, ...views]}
        />
        <Chips
          chips={[]}
          onChange={() => undefined}
          find={{ label: t('param_find'), value: find, onChange: setFind }}
        />
        <Table
          label={t('parameters')}
          columns={useColumns()}
          rows={wholeRows(query, all.filter(isHere))}
          keyOf={({ name }) => name}
          openKey={search.open}
          onOpen={({ name }) => go({ ...search, open: name })}
          empty={<NothingFound />}
        />
      </SideBySide>
    </Page>
  );
}

function useColumns(): readonly Column<OfficeParameter>[] {
  const { t } = useTexts();
  const shown = useShown();
  return [
    {
      id: 'title',
      head: t('param_title'),
      width: '8fr',
      cell: ({ title }) => <b className="font-semibold">{title}</b>,
    },
    { id: 'value', head: t('param_value'), width: '5fr', cell: (row) => shown(row, row.value) },
    {
      id: 'standard',
      head: t('param_standard'),
      width: '4fr',
      cell: (row) => (
        <span className="text-mut">{row.standard === null ? '–' : shown(row, row.standard)}</span>
      ),
    },
    { id: 'people', head: t('param_people'), width: 64, align: 'right', cell: ({ people }) => people },
    {
      id: 'changed',
      head: t('param_changed'),
      width: 122,
      cell: ({ changed }) =>
        changed === null ? (
          <span className="text-mut">{t('param_never')}</span>
        ) : (
          <DateTime timeMs={changed.time} kind="short" className="text-mut" />
        ),
    },
  ];
}
