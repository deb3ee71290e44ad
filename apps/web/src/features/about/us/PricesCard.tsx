/** How prices are made: source, index, chained ticks, outcome. A press checks the chain. */
import { Button, Card, classNames, DateTime, Num, Seal, Tag } from '@glasshouse/ui';
import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { readFailureText } from '#data/api.ts';
import { useIndexDecimals, useSimulated } from '#data/pairs.ts';
import { fetchTicks, priceIn, useTicks, type PublicTick } from '#data/ticks.ts';
import { useTranslation } from '#shared/i18n.ts';
import { usePublicTerms } from '#data/public-terms.ts';
import { shortHash } from '#shared/short-hash.ts';
import { canHash, checkChain, webSha256, type ChainCheck } from '#shared/tick-chain.ts';

const PAIR = { baseCoin: 'BTC', quoteCoin: 'USDT' } as const;
const SYMBOL = 'btcusdt';
const SHOWN = 3;
const RECORDED = 'recorded';
const CHECKED = 300;

export function PricesCard() {
  const { t } = useTranslation();
  const isSimulated = useSimulated();
  const decimals = useIndexDecimals(PAIR);
  const ticks = useTicks().slice(-SHOWN);
  const newest = ticks.at(-1);
  return (
    <Card
      padded={false}
      title={t('about.prices.title')}
      aside={`${PAIR.baseCoin}/${PAIR.quoteCoin}`}
      right={<CheckTicks />}
    >
      <div className="border-line mt-1 grid min-h-[142px] grid-cols-[188px_168px_minmax(0,1fr)_252px] border-t">
        <Stage
          name={t('about.prices.source')}
          value={isSimulated ? t('about.prices.simulated') : <Exchanges />}
          text={isSimulated ? t('about.prices.simulatedText') : t('about.prices.exchangesText')}
        />
        <Stage
          name={t('about.prices.index')}
          value={<Num value={priceIn(newest, SYMBOL)} decimals={decimals} />}
          text={t('about.prices.indexText')}
        />
        <Stage name={t('about.prices.ticks')} text={t('about.prices.ticksText')}>
          <ol className="mt-2 flex h-[60px] items-center">
            {ticks.map((tick, index) => (
              <TickBox key={index} tick={tick} decimals={decimals} isNewest={index === ticks.length - 1} />
            ))}
          </ol>
        </Stage>
        <Stage
          last
          name={t('about.prices.outcome')}
          value={t('about.prices.twoTicks')}
          text={t('about.prices.outcomeText')}
        />
      </div>
    </Card>
  );
}

/** By the names of the library that reads them, such as 'binance, okx, htx'. */
function Exchanges() {
  const { t } = useTranslation();
  const source = usePublicTerms('transparency/get-platform').data?.source;
  if (source === undefined || source === RECORDED) return t('about.prices.exchanges');
  return (
    <span translate="no" className="notranslate">
      {source}
    </span>
  );
}

interface StageProps {
  readonly name: string;
  readonly value?: ReactNode;
  readonly text: string;
  readonly last?: boolean;
  readonly children?: ReactNode;
}
function Stage({ name, value, text, last = false, children }: StageProps) {
  return (
    <div className={classNames('relative px-5 py-4', !last && 'border-line border-r')}>
      <p className="text-mut text-[12px]">{name}</p>
      {value !== undefined && <p className="mt-1 text-[15px] leading-6 font-semibold">{value}</p>}
      {children}
      <p className="text-mut mt-1.5 text-[12.5px] leading-[18px] text-pretty">{text}</p>
      {!last && (
        <span className="border-line bg-panel text-mut absolute top-1/2 -right-[9px] z-1 grid size-[18px] -translate-y-1/2 place-items-center rounded-full border">
          <ChevronRight aria-hidden size={11} />
        </span>
      )}
    </div>
  );
}

interface TickBoxProps {
  readonly tick: PublicTick;
  readonly decimals: number;
  readonly isNewest: boolean;
}
function TickBox({ tick, decimals, isNewest }: TickBoxProps) {
  return (
    <li className="group contents">
      <i aria-hidden className="bg-line2 h-px min-w-1.5 flex-1 group-first:hidden" />
      <span
        className={classNames(
          'w-[104px] rounded-md border px-2 py-1 leading-4',
          isNewest ? 'border-brand bg-brand-soft' : 'border-line2 text-mut',
        )}
      >
        <DateTime timeMs={tick.timeMs} kind="time" className="text-2xs text-mut block" />
        <b className={classNames('block text-[12.5px] font-semibold', isNewest && 'text-fg')}>
          <Num value={priceIn(tick, SYMBOL)} decimals={decimals} />
        </b>
        <span translate="no" className="notranslate hash text-mut block text-[10.5px]">
          {shortHash(tick.hash)}
        </span>
      </span>
    </li>
  );
}

interface Outcome {
  readonly check: ChainCheck;
  readonly tookMs: number;
}
function CheckTicks() {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function run() {
    setBusy(true);
    setFailure(undefined);
    try {
      const ticks = await fetchTicks(undefined, CHECKED);
      const startMs = performance.now();
      const check = await checkChain(ticks, webSha256);
      setOutcome({ check, tookMs: Math.ceil(performance.now() - startMs) });
    } catch (error) {
      setFailure(readFailureText(error));
    } finally {
      setBusy(false);
    }
  }
  if (!canHash()) return <span className="text-warn">{t('transparency.needsHttps')}</span>;
  return (
    <>
      <span aria-live="polite">
        {failure !== undefined && <span className="text-bad">{failure}</span>}
        {outcome !== undefined &&
          (outcome.check.intact ? (
            <Seal>{t('about.prices.intact', { count: outcome.check.checked, ms: outcome.tookMs })}</Seal>
          ) : (
            <Tag tone="bad">{t('about.prices.broken', { tick: outcome.check.brokenAt })}</Tag>
          ))}
      </span>
      <Button size="sm" busy={busy} onClick={() => void run()}>
        {t('about.prices.check')}
      </Button>
    </>
  );
}
