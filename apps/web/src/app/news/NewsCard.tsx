/** The events of the account, above the messages. Opening it marks them as seen. */
import { Card, DateTime, Switch } from '@glasshouse/ui';
import { useEffect } from 'react';
import { useCatalogue } from '#data/pairs.ts';
import { useNewsCount } from '#data/news-count.ts';
import { useBalanceText } from '#shared/balance-text.ts';
import { openTexts, useTranslation } from '#shared/i18n.ts';
import type { PairRow } from '#shared/news.ts';
import { PageLink } from '#shared/PageLink.tsx';
import { changeTradePreferences, useTradePreferences } from '#shared/trade-preferences.ts';
import { playChime } from '#shared/chime.ts';
import { NEWS_TEXTS, newsText, sourceOf } from './sources.ts';
import { markSeen, newsKey, useNotified } from './notified.ts';

export function NewsCard() {
  const { t } = useTranslation();
  const list = useNotified();
  const count = useNewsCount();
  const catalogue = useCatalogue();
  const amountText = useBalanceText();
  const { sound } = useTradePreferences();
  useEffect(() => void openTexts(NEWS_TEXTS).catch(() => undefined), []);
  useEffect(markSeen, [count]);
  const sounds = (
    <span className="text-mut flex shrink-0 items-center gap-2">
      {t('shell.sound')}
      <Switch
        label={t('shell.sound')}
        checked={sound}
        onChange={(on) => {
          changeTradePreferences({ sound: on });
          if (on) playChime();
        }}
      />
    </span>
  );
  if (list.length === 0)
    return (
      <div className="border-line bg-panel mb-4 flex min-h-12 shrink-0 items-center gap-6 rounded-xl border px-5">
        <p className="text-mut min-w-0 flex-1">{t('message.noEvents')}</p>
        {sounds}
      </div>
    );
  return (
    <Card padded={false} title={t('message.events')} className="mb-4 shrink-0 overflow-hidden" right={sounds}>
      <ul className="divide-line max-h-[232px] divide-y overflow-y-auto">
        {list.map((event) => {
          const { baseCoin: base, quoteCoin: quote } = event.row as Partial<PairRow>;
          return (
            <li key={newsKey(event)}>
              <PageLink
                to={sourceOf(event.feature)?.page ?? '/main'}
                search={base === undefined || quote === undefined ? {} : { base, quote }}
                className="hover:bg-raised/60 flex min-h-10 items-center gap-4 px-5 py-2 text-[13px]"
              >
                <DateTime timeMs={event.timeMs} kind="short" className="text-mut shrink-0" />
                {newsText(t, event, { catalogue, amountText })}
              </PageLink>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
