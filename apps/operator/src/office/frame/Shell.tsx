/** The back office: its login, or its frame for the operator who is logged in. */
import { Button } from '@glasshouse/ui';
import { LogIn } from '../LogIn.tsx';
import { useSelf } from '../self.ts';
import { useTexts } from '../texts.ts';
import { Office } from './Office.tsx';

export function Shell() {
  const { t } = useTexts();
  const self = useSelf();
  if (self.isPending) return null;
  if (self.isError)
    return (
      <main role="alert" className="grid h-dvh place-content-center gap-3 text-center">
        <p className="text-[13px] font-medium">{t('failed')}</p>
        <Button tone="brand" onClick={() => void self.refetch()}>
          {t('retry')}
        </Button>
      </main>
    );
  return self.data === null ? <LogIn /> : <Office key={self.data.name} self={self.data} />;
}
