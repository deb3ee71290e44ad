/** Tables of keys: those that live, and those that ended. */
import { Code, DateTime, Tag } from '@glasshouse/ui';
import type { ApiKeyRow } from '@glasshouse/protocol/api-keys';
import { CircleStop, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { deviceName } from '#shared/device-name.ts';
import { useTranslation } from '#shared/i18n.ts';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';

const ROW_PX = 64;
const NETWORKS_SHOWN = 2;

export interface KeyTableProps {
  readonly label: string;
  readonly rows: readonly ApiKeyRow[];
  /** When the list was read. */
  readonly nowMs: number;
  readonly emptyAction?: ReactNode;
  /** Both are absent for keys that ended. */
  readonly onEdit?: (row: ApiKeyRow) => void;
  readonly onEnd?: (row: ApiKeyRow) => void;
}

export function KeyTable({ label, rows, nowMs, emptyAction, onEdit, onEnd }: KeyTableProps) {
  const { t } = useTranslation();
  const last: Column<ApiKeyRow> =
    onEdit === undefined || onEnd === undefined
      ? {
          key: 'ended',
          head: t('apiKeys.columns.ended'),
          width: '160px',
          render: (row) => <Ended row={row} />,
        }
      : {
          key: 'acts',
          head: t('spot.action'),
          headHidden: true,
          width: '92px',
          render: (row) => <KeyActs row={row} onEdit={onEdit} onEnd={onEnd} />,
        };
  const columns: Column<ApiKeyRow>[] = [
    { key: 'key', head: t('apiKeys.columns.key'), render: (row) => <Key row={row} /> },
    {
      key: 'permissions',
      head: t('apiKeys.columns.permissions'),
      width: '21%',
      render: (row) => <Permissions row={row} nowMs={nowMs} />,
    },
    {
      key: 'networks',
      head: t('apiKeys.columns.networks'),
      width: '16%',
      render: (row) => <Networks row={row} />,
    },
    { key: 'used', head: t('apiKeys.columns.used'), width: '16%', render: (row) => <Used row={row} /> },
    {
      key: 'expires',
      head: t('apiKeys.columns.expires'),
      width: '156px',
      render: (row) => <Life row={row} />,
    },
    last,
  ];
  return (
    <DataTable
      look="fixed"
      className="text-[12.5px]"
      label={label}
      list={{ rows, isPending: false, isError: false, refetch: async () => undefined }}
      emptyText={t('apiKeys.empty')}
      emptyAction={emptyAction}
      columns={columns}
      rowKey={(row) => row.keyId}
      rowHeight={ROW_PX}
    />
  );
}

interface KeyActsProps {
  readonly row: ApiKeyRow;
  readonly onEdit: (row: ApiKeyRow) => void;
  readonly onEnd: (row: ApiKeyRow) => void;
}
function KeyActs({ row, onEdit, onEnd }: KeyActsProps) {
  const { t } = useTranslation();
  const acts = [
    [t('apiKeys.edit', { name: row.name }), Pencil, onEdit, 'hover:text-fg'],
    [t('apiKeys.end', { name: row.name }), CircleStop, onEnd, 'hover:text-bad'],
  ] as const;
  return (
    <span className="flex justify-end">
      {acts.map(([label, Icon, onClick, tone]) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          title={label}
          onClick={() => onClick(row)}
          className={`text-mut hover:bg-raised grid size-8 place-items-center rounded-md ${tone}`}
        >
          <Icon aria-hidden size={15} />
        </button>
      ))}
    </span>
  );
}

function Key({ row }: { readonly row: ApiKeyRow }) {
  const { t } = useTranslation();
  return (
    <>
      <b className="block truncate text-[13px] font-semibold" title={row.name}>
        {row.name}
      </b>
      <span className="text-mut block truncate">
        <Code className="notranslate hash">{row.beginning}…</Code> · {t(`apiKeys.kinds.${row.kind}`)}
      </span>
    </>
  );
}

interface PermissionsProps {
  readonly row: ApiKeyRow;
  readonly nowMs: number;
}
function Permissions({ row, nowMs }: PermissionsProps) {
  const { t } = useTranslation();
  const { withdrawsFromTime, ended } = row;
  const isWaiting = ended === null && withdrawsFromTime !== null && withdrawsFromTime > nowMs;
  return (
    <>
      <span className="flex flex-wrap gap-1">
        {row.permissions.map((permission) => (
          <Tag key={permission} tone={permission === 'withdraw' ? 'warn' : 'mut'} dot={false}>
            {t(`apiKeys.permissions.${permission}`)}
          </Tag>
        ))}
      </span>
      {isWaiting && (
        <span className="text-mut mt-0.5 block truncate text-[11.5px]">
          {t('apiKeys.withdrawsFrom')} <DateTime timeMs={withdrawsFromTime} />
        </span>
      )}
    </>
  );
}

function Networks({ row }: { readonly row: ApiKeyRow }) {
  const { t } = useTranslation();
  const { networks } = row;
  if (networks.length === 0) return <span className="text-warn">{t('apiKeys.anyNetwork')}</span>;
  const rest = networks.length - NETWORKS_SHOWN;
  return (
    <span
      title={networks.join('\n')}
      translate="no"
      className="notranslate hash block text-[12px] leading-[17px]"
    >
      {networks.slice(0, NETWORKS_SHOWN).map((network) => (
        <Code key={network} className="block truncate">
          {network}
        </Code>
      ))}
      {rest > 0 && <span className="text-mut">+{rest}</span>}
    </span>
  );
}

function Used({ row }: { readonly row: ApiKeyRow }) {
  const { t } = useTranslation();
  const { lastUsed } = row;
  if (lastUsed === null) return <span className="text-mut">{t('apiKeys.neverUsed')}</span>;
  return (
    <span title={lastUsed.device} className="block leading-[17px]">
      <DateTime timeMs={lastUsed.time} className="block truncate" />
      <span className="text-mut block truncate">
        <Code>{lastUsed.ip}</Code> · {deviceName(lastUsed.device)}
      </span>
    </span>
  );
}

function Life({ row }: { readonly row: ApiKeyRow }) {
  const { t } = useTranslation();
  return (
    <span className="block leading-[17px]">
      <DateTime timeMs={row.time} className="block truncate" />
      <span className="text-mut block truncate">
        {row.expireTime === null ? (
          t('apiKeys.neverExpires')
        ) : (
          <>
            {t('apiKeys.expiresAt')} <DateTime timeMs={row.expireTime} kind="date" />
          </>
        )}
      </span>
    </span>
  );
}

function Ended({ row: { ended } }: { readonly row: ApiKeyRow }) {
  const { t } = useTranslation();
  if (ended === null) return null;
  return (
    <span className="block leading-[17px]">
      <Tag dot={false}>{t(`apiKeys.reasons.${ended.reason}`)}</Tag>
      <DateTime timeMs={ended.time} className="text-mut block truncate" />
    </span>
  );
}
