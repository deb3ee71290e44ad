/**
 * Recomputes a project's published list in the browser, in five steps, and shows the user's own
 * line.
 */
import { Button, Dialog, formatNumber, Num, saveFile, Seal, SkeletonRows } from '@glasshouse/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Download, X } from 'lucide-react';
import { errorText } from '#data/api.ts';
import { download } from '#data/download.ts';
import { useTranslation } from '#shared/i18n.ts';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { ListFailed } from '#shared/lists/PagedBody.tsx';
import { notify } from '#shared/notify.ts';
import { offerText } from '#shared/products/offer-name.ts';
import { shortHash } from '#shared/short-hash.ts';
import { checkPublished, type CheckedList, type ProjectRow } from './calls.ts';
import type { CheckedLine, CheckStep } from './list-check.ts';

const STEPS = 5;
const STEP_PX = 40;
const ROW_PX = 34;
const SHORT = { decimals: 8, decimalsMin: 0 } as const;

interface CheckDialogProps {
  readonly project: ProjectRow;
  /** The id of the user's subscription. */
  readonly own: string | undefined;
  readonly close: () => void;
}
export function CheckDialog({ project, own, close }: CheckDialogProps) {
  const { t, language } = useTranslation();
  const check = useQuery({
    queryKey: ['subscription-check', project.project, own],
    queryFn: () => checkPublished(project.project, own),
    staleTime: Infinity,
    retry: false,
  });
  const { name } = offerText(project, language);
  const { data } = check;
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t(own === undefined ? 'subscription.check.title' : 'subscription.check.ownTitle', { name })}
      closeLabel={t('common.close')}
      width={680}
    >
      {check.isPending && <SkeletonRows rows={STEPS} height={STEP_PX} bare />}
      {(check.isError || data === null) && <ListFailed error={check.error} onRetry={() => check.refetch()} />}
      {data !== undefined && data !== null && <Checked {...{ project, check: data }} />}
      <div className="mt-4 flex items-center justify-between gap-3">
        <SaveList project={project} lines={data?.lines} />
        <Button tone="brand" onClick={close}>
          {t('subscription.check.close')}
        </Button>
      </div>
    </Dialog>
  );
}

interface CheckedProps {
  readonly project: ProjectRow;
  readonly check: CheckedList;
}
function Checked({ project, check }: CheckedProps) {
  const { t } = useTranslation();
  const { own, steps, holds, around, lines, ms } = check;
  return (
    <>
      <p aria-live="polite" className="mb-3">
        {holds ? (
          <Seal>{t('subscription.check.holds')}</Seal>
        ) : (
          <b className="text-bad font-semibold">{t('subscription.check.fails')}</b>
        )}
      </p>
      {own !== undefined && <OwnShare {...{ project, own }} />}
      <ul className="text-[13px]">
        {steps.map((step) => (
          <Step key={step.name} step={step} project={project} />
        ))}
      </ul>
      {around.length > 0 && <Around {...{ project, around, own: own?.id }} />}
      <p className="text-mut mt-3 text-[12.5px]">
        {t('subscription.check.text', {
          unit: `0.${'0'.repeat(project.coinDecimals - 1)}1 ${project.coin}`,
          lines,
          ms: Math.max(1, Math.round(ms)),
        })}
      </p>
    </>
  );
}

function OwnShare({ project, own }: { readonly project: ProjectRow; readonly own: CheckedLine }) {
  const { t } = useTranslation();
  const { total, forSale, coin } = project;
  const [amount, all, sale] = [own.amount, total, forSale].map((value) => formatNumber(value, SHORT));
  return (
    <div className="bg-raised mb-2 flex items-center justify-between gap-4 rounded-lg px-4 py-3">
      <span>
        <span translate="no" className="num notranslate block">
          {amount} ÷ {all} × {sale}
        </span>
        <span className="text-mut text-[12.5px]">
          {t(own.hasUnit ? 'subscription.check.plusUnit' : 'subscription.check.cut')}
        </span>
      </span>
      <Num value={own.coins} {...SHORT} unit={coin} className="text-[18px] font-semibold" />
    </div>
  );
}

function Step({ step, project }: { readonly step: CheckStep; readonly project: ProjectRow }) {
  const { t } = useTranslation();
  const { name, holds, shown } = step;
  const figure =
    name === 'digest' ? (shown === '' ? t('subscription.check.noHash') : shortHash(shown)) : shown;
  const isNumber = name === 'amounts' || name === 'sold';
  return (
    <li className="border-line/70 flex items-center gap-3 border-b py-2.5">
      {holds ? (
        <Check
          role="img"
          aria-label={t('subscription.check.right')}
          size={15}
          className="text-brand-ink shrink-0"
        />
      ) : (
        <X role="img" aria-label={t('subscription.check.wrong')} size={15} className="text-bad shrink-0" />
      )}
      <span className={holds ? '' : 'text-bad'}>
        {t(`subscription.check.steps.${name}`, {
          total: formatNumber(project.total, SHORT),
          sale: formatNumber(project.forSale, SHORT),
          places: project.coinDecimals,
        })}
      </span>
      <span className="text-mut num ml-auto">{isNumber ? formatNumber(figure, SHORT) : figure}</span>
    </li>
  );
}

interface AroundProps {
  readonly project: ProjectRow;
  readonly around: readonly CheckedLine[];
  readonly own: string | undefined;
}
function Around({ project, around, own }: AroundProps) {
  const { t } = useTranslation();
  return (
    <section className="mt-4">
      <h3 className="mb-2 text-[13px] font-semibold">{t('subscription.check.around')}</h3>
      <div className="border-line overflow-hidden rounded-lg border">
        <DataTable
          look="fixed"
          label={t('subscription.check.around')}
          columns={useColumns(project, own)}
          rowKey={({ id }) => id}
          rowHeight={ROW_PX}
          isChosen={({ id }) => id === own}
          emptyText=""
          list={{ rows: around, isPending: false, isError: false, refetch: async () => undefined }}
        />
      </div>
    </section>
  );
}

function useColumns(project: ProjectRow, own: string | undefined): Column<CheckedLine>[] {
  const { t } = useTranslation();
  const { coin, currency, coinDecimals } = project;
  return [
    {
      key: 'line',
      head: t('subscription.check.line'),
      render: ({ place }) => <Num value={place} decimals={0} />,
    },
    {
      key: 'who',
      head: t('subscription.check.who'),
      render: ({ id }) => (id === own ? t('subscription.check.you') : `S-${id}`),
    },
    {
      key: 'amount',
      head: t('subscription.check.amount', { coin: currency }),
      right: true,
      render: ({ amount }) => <Num value={amount} {...SHORT} decimalsMin={2} />,
    },
    {
      key: 'share',
      head: t('subscription.check.share', { coin }),
      right: true,
      render: ({ coins }) => <Num value={coins} decimals={coinDecimals} />,
    },
    {
      key: 'remainder',
      head: t('subscription.check.remainder'),
      right: true,
      className: 'text-mut num',
      render: ({ part, hasUnit }) => (
        <span>
          {part.toFixed(2)}
          {hasUnit && ` · ${t('subscription.check.unit')}`}
        </span>
      ),
    },
  ];
}

interface SaveListProps {
  readonly project: ProjectRow;
  readonly lines: number | undefined;
}
function SaveList({ project, lines }: SaveListProps) {
  const { t } = useTranslation();
  const file = useMutation({
    mutationFn: () => download('subscription/export-allocation', { project: project.project }),
  });
  return (
    <Button
      tone="line"
      busy={file.isPending}
      onClick={() =>
        file.mutate(undefined, { onSuccess: saveFile, onError: (error) => notify.error(errorText(error)) })
      }
    >
      <Download aria-hidden size={15} />
      {t('subscription.check.list', { lines: lines ?? project.subscribers })}
    </Button>
  );
}
