/**
 * The statement of a year: per coin what there was, what came and went, and what there is. The
 * browser can print it or save it as a document; a file of it has the same figures.
 */
import { Button, Card, saveFile } from '@glasshouse/ui';
import type { StatementRow } from '@glasshouse/protocol/wallet';
import { STATEMENT_LINES } from '@glasshouse/protocol/wallet/statement-lines';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { call, errorText } from '#data/api.ts';
import { download } from '#data/download.ts';
import { PERSONAL } from '#data/query-client.ts';
import { useSession } from '#data/session.ts';
import { BRAND_NAME, LEGAL_NAME } from '#shared/brand.ts';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';

const ROW_PX = 40;
/** No coin has more in the ledger. */
const EXACT_DECIMALS = 8;

export interface StatementProps {
  readonly year: number;
  readonly onYear: (year: number) => void;
}

export function Statement({ year, onYear }: StatementProps) {
  const { t } = useTranslation();
  const email = useSession()?.email ?? '';
  const query = useQuery({
    queryKey: [PERSONAL, 'records', 'statement', year],
    queryFn: ({ signal }) => call('wallet/get-statement', { year }, { signal, quiet: true }),
  });
  const { data } = query;
  const years = [...new Set([year, ...(data?.years ?? [])])].toSorted((a, b) => b - a);
  return (
    <Card
      padded={false}
      className="overflow-hidden print:overflow-visible print:border-0"
      title={email}
      aside={data?.isComplete === false ? t('records.statement.running') : undefined}
      right={
        <span className="flex items-center gap-2 print:hidden">
          <select
            aria-label={t('records.statement.year')}
            value={year}
            onChange={({ target }) => onYear(Number(target.value))}
            className="bg-raised h-7 rounded-md px-2 text-[12px]"
          >
            {years.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
          <Button size="sm" onClick={() => window.print()}>
            <Printer aria-hidden size={14} />
            {t('records.statement.print')}
          </Button>
          <FileButton year={year} />
        </span>
      }
    >
      <DataTable
        look="tight"
        label={t('records.statement.title', { year: String(year) })}
        list={{ ...query, rows: data?.list ?? [] }}
        emptyText={t('records.statement.none')}
        columns={useColumns(data?.list ?? [])}
        rowKey={(row) => row.currency}
        rowHeight={ROW_PX}
      />
      <p className="border-line text-mut border-t px-5 py-3 text-[12px] leading-5">
        <span className="text-fg block font-medium">
          {LEGAL_NAME === '' ? BRAND_NAME : `${BRAND_NAME} · ${LEGAL_NAME}`}
        </span>
        {t('records.statement.notes')}
      </p>
    </Card>
  );
}

function FileButton({ year }: Pick<StatementProps, 'year'>) {
  const { t } = useTranslation();
  const file = useMutation({ mutationFn: () => download('wallet/export-statement', { year }) });
  return (
    <Button
      size="sm"
      busy={file.isPending}
      onClick={() =>
        file.mutate(undefined, {
          onSuccess: saveFile,
          onError: (error) => notify.error(errorText(error)),
        })
      }
    >
      <Download aria-hidden size={14} />
      {t('records.statement.file')}
    </Button>
  );
}

/** Columns in which no coin has anything are left out. */
function useColumns(rows: readonly StatementRow[]): Column<StatementRow>[] {
  const { t } = useTranslation();
  const figure = (key: Exclude<keyof StatementRow, 'currency'>, isSigned: boolean) =>
    amountColumn<StatementRow>({
      key,
      head: t(`records.statement.lines.${key}`),
      isOwn: true,
      className: isSigned ? '' : 'font-semibold',
      // A line without postings shows nothing instead of a zero.
      amount: (row) =>
        isSigned && row[key] === '0'
          ? undefined
          : { value: row[key], decimals: EXACT_DECIMALS, signed: isSigned },
    });
  return [
    { key: 'coin', head: t('wallet.coin'), className: 'font-semibold', render: (row) => row.currency },
    figure('opening', false),
    ...STATEMENT_LINES.filter((line) => rows.some((row) => row[line] !== '0')).map((line) =>
      figure(line, true),
    ),
    figure('closing', false),
  ];
}
