/** What a rule has found: who dealt with whom, what the accounts have in common, the evidence. */
import type { WatchCase } from '@glasshouse/protocol/watch/office';
import { Caption } from '../parts/Caption.tsx';
import { Table } from '../parts/table/Table.tsx';
import { wholeRows } from '../parts/table/whole-rows.ts';
import { useTexts } from '../texts.ts';
import { useEvidenceColumns } from './columns.tsx';
import { User } from './User.tsx';
import { usdtText } from './words.ts';

const HERE = { isPending: false, error: null, refetch: () => Promise.resolve() };
const LINE = 'border-line/70 flex min-h-[29px] items-center gap-2.5 border-t px-3 first:border-t-0';

export function CaseMatter({ shown }: { readonly shown: WatchCase }) {
  const { t } = useTexts();
  const columns = useEvidenceColumns();
  const { evidence, evidenceCount } = shown;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="num grid max-h-[45%] shrink-0 grid-cols-[minmax(0,5fr)_minmax(0,4fr)] items-start gap-4 overflow-y-auto p-4">
        <Flows shown={shown} />
        <Links shown={shown} />
      </div>
      <div className="border-line flex min-h-0 flex-1 flex-col border-t pt-3">
        <div className="px-4">
          <Caption right={t('watch_evidenceOf', { shown: evidence.length, count: evidenceCount })}>
            {t('watch_evidence')}
          </Caption>
        </div>
        <Table
          label={t('watch_evidence')}
          columns={columns}
          rows={wholeRows(HERE, evidence)}
          keyOf={({ ref }) => ref}
          empty={null}
        />
      </div>
    </div>
  );
}

function Flows({ shown: { flows, accounts } }: { readonly shown: WatchCase }) {
  const { t } = useTexts();
  return (
    <section>
      <Caption right={flows.length === 0 ? undefined : 'USDT'}>
        {t(flows.length === 0 ? 'watch_accounts' : 'watch_flows')}
      </Caption>
      <ul className="border-line rounded-md border">
        {flows.length === 0 &&
          accounts.map((user) => (
            <li key={user} className={LINE}>
              <User id={user} />
            </li>
          ))}
        {flows.map(({ from, to, count, value }) => (
          <li key={`${from} ${to}`} className={LINE}>
            <User id={from} />
            <span className="text-mut" aria-hidden>
              →
            </span>
            <User id={to} />
            <span className="text-mut ml-auto whitespace-nowrap">{t('watch_flow', { count })}</span>
            <span className="font-medium">{usdtText(value)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Links({ shown: { links } }: { readonly shown: WatchCase }) {
  const { t } = useTexts();
  return (
    <section>
      <Caption>{t('watch_links')}</Caption>
      {links.length === 0 ? (
        <p className="text-mut">{t('watch_noLinks')}</p>
      ) : (
        <ul className="border-warn/50 rounded-md border">
          {links.map(({ a, b, by }) => (
            <li key={`${a} ${b} ${by}`} className={LINE}>
              <User id={a} />
              <User id={b} />
              <span className="text-warn ml-auto">{t(`watch_link_${by}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
