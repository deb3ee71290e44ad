/**
 * "Check us": fetches the newest ticks and recomputes their whole hash chain in this browser, on
 * request or with a forged tick.
 */
import { Button, DateTime, Num, Seal, Tag } from '@glasshouse/ui';
import { Check, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readFailureText } from '#data/api.ts';
import { useTranslation } from '#shared/i18n.ts';
import { fetchTicks, priceIn, type PublicTick } from '#data/ticks.ts';
import { shortHash } from '#shared/short-hash.ts';
import { canHash, checkChain, webSha256, type ChainCheck } from '#shared/tick-chain.ts';

const CHECKED_TICKS = 300;
const SYMBOL = 'btcusdt';

interface Outcome {
  readonly ticks: readonly PublicTick[];
  readonly check: ChainCheck;
  readonly tookMs: number;
  readonly forged: boolean;
}

export function ChainCheckCard() {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function run(forged: boolean) {
    setBusy(true);
    setFailure(undefined);
    try {
      setOutcome(await checkNewest(forged));
    } catch (error) {
      setFailure(readFailureText(error));
    } finally {
      setBusy(false);
    }
  }
  const host = useRunInView(() => void run(false));
  return (
    <div
      ref={host}
      className="border-edge bg-panel shadow-pop min-h-[372px] rounded-2xl border p-6"
      aria-live="polite"
    >
      <div className="flex items-center justify-between">
        <h3 className="text-[16px] font-semibold">{t('transparency.cardTitle')}</h3>
        {outcome !== undefined &&
          (outcome.check.intact ? (
            <Seal>{t('transparency.verified', { ms: outcome.tookMs })}</Seal>
          ) : (
            <Tag tone="bad">{t('transparency.broken')}</Tag>
          ))}
      </div>
      <p className="text-mut mt-2 text-[13px] leading-5">
        {t('transparency.cardText', { count: CHECKED_TICKS })}
      </p>
      {canHash() ? (
        <div className="mt-4 flex gap-2">
          <Button tone="brand" busy={busy} onClick={() => void run(false)} data-testid="check-chain">
            {t('transparency.checkNow')}
          </Button>
          <Button tone="line" disabled={busy} onClick={() => void run(true)}>
            {t('transparency.forge')}
          </Button>
        </div>
      ) : (
        <p className="text-warn mt-4">{t('transparency.needsHttps')}</p>
      )}
      {failure !== undefined && <p className="text-bad mt-4">{failure}</p>}
      {outcome !== undefined && <Result outcome={outcome} />}
    </div>
  );
}

/** Runs the check once when the card comes into view, because an empty card proves nothing. */
function useRunInView(run: () => void) {
  const host = useRef<HTMLDivElement>(null);
  const runOnce = useEffectEvent(run);
  useEffect(() => {
    const element = host.current;
    if (element === null || !canHash()) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      observer.disconnect();
      runOnce();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return host;
}

async function checkNewest(forged: boolean): Promise<Outcome> {
  const fetched = await fetchTicks(undefined, CHECKED_TICKS);
  const ticks = forged ? withForgedPrice(fetched) : fetched;
  const startedAt = performance.now();
  const check = await checkChain(ticks, webSha256);
  return { ticks, check, tookMs: Math.max(1, Math.round(performance.now() - startedAt)), forged };
}

/**
 * Adds one cent to one tick in the middle, in this browser only: the change that a forger would
 * have to hide.
 */
function withForgedPrice(ticks: readonly PublicTick[]): readonly PublicTick[] {
  const middle = Math.floor(ticks.length / 2);
  return ticks.map((tick, index) => {
    const price = priceIn(tick, SYMBOL);
    if (index !== middle || price === undefined) return tick;
    const changed = price.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
    const name = SYMBOL in tick.prices ? SYMBOL : SYMBOL.toUpperCase();
    return { ...tick, prices: { ...tick.prices, [name]: changed } };
  });
}

function Result({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation();
  const { ticks, check, forged } = outcome;
  const facts = check.intact
    ? [
        t('transparency.factHashes', { count: check.checked }),
        t('transparency.factLinks'),
        t('transparency.factNoHole'),
      ]
    : [t('transparency.factBroken', { tick: check.brokenAt })];
  return (
    <>
      <div className="mt-5 grid grid-cols-2 gap-3">
        <End title={t('transparency.oldest')} tick={ticks[0]} />
        <End title={t('transparency.newest')} tick={ticks.at(-1)} />
      </div>
      <ul className="mt-4 grid gap-2 text-[13px]">
        {facts.map((fact) => (
          <li key={fact} className="flex items-center gap-2">
            {check.intact ? (
              <Check aria-hidden className="text-brand-ink size-4 shrink-0" strokeWidth={2.5} />
            ) : (
              <X aria-hidden className="text-bad size-4 shrink-0" strokeWidth={2.5} />
            )}
            {fact}
          </li>
        ))}
      </ul>
      {forged && <p className="text-mut mt-3 text-[12.5px] leading-5">{t('transparency.forgedNote')}</p>}
    </>
  );
}

function End({ title, tick }: { readonly title: string; readonly tick: PublicTick | undefined }) {
  if (tick === undefined) return null;
  return (
    <div className="border-line bg-raised/50 rounded-xl border px-4 py-3">
      <div className="text-mut flex justify-between">
        <span>{title}</span>
        <span>#{tick.tick}</span>
      </div>
      <div className="mt-1 flex items-baseline justify-between">
        <b className="font-display text-[20px] leading-7 font-semibold">
          <Num value={priceIn(tick, SYMBOL)} decimals={2} />
        </b>
        <span className="text-mut">
          <DateTime timeMs={tick.timeMs} kind="time" utc /> UTC
        </span>
      </div>
      <div translate="no" className="notranslate hash text-mut mt-1 truncate text-[11px]">
        {shortHash(tick.hash, 14)}
      </div>
    </div>
  );
}
