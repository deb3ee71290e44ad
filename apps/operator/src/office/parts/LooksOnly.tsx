/** The decision column of somebody whose role may look at a matter, and not act on it. */
import { Note } from '@glasshouse/ui';
import { useTexts } from '../texts.ts';
import { Decision, type DecisionProps } from './Decision.tsx';

export function LooksOnly({ matter, ...head }: Omit<DecisionProps, 'acts'>) {
  const { t } = useTexts();
  return (
    <Decision
      {...head}
      acts={[]}
      matter={
        <>
          {matter}
          <Note>{t('looksOnly')}</Note>
        </>
      }
    />
  );
}
