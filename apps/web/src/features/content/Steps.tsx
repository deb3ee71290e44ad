/** Three steps to start. */
import { useTranslation } from '#shared/i18n.ts';

const STEPS = ['step1', 'step2', 'step3'] as const;

export function Steps() {
  const { t } = useTranslation();
  return (
    <section className="mx-auto w-reading py-24">
      <h2 className="font-display text-[28px] leading-9 font-semibold tracking-[-0.02em]">
        {t('home.stepsTitle')}
      </h2>
      <ol className="mt-7 grid grid-cols-3 gap-8">
        {STEPS.map((step, index) => (
          <li key={step} className="relative">
            {index < STEPS.length - 1 && (
              <i aria-hidden className="bg-line absolute top-[18px] right-0 left-[52px] h-px" />
            )}
            <span className="num border-edge bg-panel text-brand-ink relative grid size-9 place-items-center rounded-full border text-[14px] font-semibold">
              {index + 1}
            </span>
            <h3 className="mt-4 text-[15px] leading-6 font-semibold">{t(`home.${step}.title`)}</h3>
            <p className="text-mut mt-0.5 max-w-[340px] text-[13px] leading-5">{t(`home.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
