/** Requirements for a photo, and who can see it. */
import { Card, DateTime } from '@glasshouse/ui';
import { Check, ShieldCheck, X } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import type { KycStatus } from './calls.ts';

const SAMPLES = ['whole', 'cut', 'glare', 'blurred'] as const;
type Sample = (typeof SAMPLES)[number];

export function PhotoAdvice() {
  const { t } = useTranslation();
  return (
    <Card title={t('verify.photoPasses')}>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-3">
        {SAMPLES.map((sample) => (
          <li key={sample}>
            <SampleCard sample={sample} />
            <span className="mt-1 block">{t(`verify.samples.${sample}`)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A drawn card, not a real one. */
function SampleCard({ sample }: { readonly sample: Sample }) {
  const isGood = sample === 'whole';
  const Mark = isGood ? Check : X;
  return (
    <span className="bg-raised relative block h-[72px] overflow-hidden rounded-lg">
      <svg
        aria-hidden
        viewBox="0 0 130 72"
        className={`size-full ${sample === 'blurred' ? '[filter:blur(2.5px)]' : ''}`}
      >
        <g transform={sample === 'cut' ? 'translate(46 6) scale(1.15)' : undefined}>
          <rect x="22" y="12" width="86" height="50" rx="5" fill="#d9e6ec" />
          <rect x="28" y="27" width="20" height="26" rx="2" fill="#f4f8fa" />
          <circle cx="38" cy="36" r="5" fill="#c49a7c" />
          <path d="M30 53c0-7 4-10 8-10s8 3 8 10z" fill="#4f6f86" />
          <path
            d="M28 19h34M54 31h42M54 39h34M54 47h38"
            stroke="#5b7280"
            strokeWidth="3"
            strokeLinecap="round"
          />
        </g>
        {sample === 'glare' && <ellipse cx="78" cy="34" rx="26" ry="17" fill="#fff" opacity="0.9" />}
      </svg>
      <i
        className={`absolute top-1 right-1 grid size-4.5 place-items-center rounded-full ${isGood ? 'bg-brand text-on-brand' : 'bg-bad-btn text-white'}`}
      >
        <Mark aria-hidden size={12} strokeWidth={3} />
      </i>
    </span>
  );
}

export function WhoSeesIt({ views }: { readonly views: KycStatus['views'] }) {
  const { t } = useTranslation();
  return (
    <Card title={t('verify.whoSees')}>
      <ul className="grid gap-2.5 text-[12.5px] leading-[18px]">
        {(['encrypted', 'reviewers', 'cleaned', 'fixed'] as const).map((key) => (
          <li key={key} className="flex gap-2.5">
            <ShieldCheck aria-hidden size={15} className="text-brand-ink mt-0.5 shrink-0" />
            {t(`verify.promises.${key}`)}
          </li>
        ))}
      </ul>
      <h3 className="border-line mt-4 border-t pt-3.5 font-semibold">{t('verify.views')}</h3>
      {views.length === 0 ? (
        <p className="text-mut mt-1">{t('verify.noViews')}</p>
      ) : (
        <ul className="mt-1.5 grid gap-1">
          {views.map((view) => (
            <li key={`${view.time}${view.side}`} className="flex items-baseline gap-2">
              <span className="truncate font-medium">
                {view.reviewer === '' ? t('verify.staff') : view.reviewer}
              </span>
              <span className="text-mut">{t(`verify.sides.${view.side}`)}</span>
              <DateTime timeMs={view.time} className="text-mut ml-auto shrink-0" />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
