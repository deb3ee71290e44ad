/** Saves what changed the user's coins in the chosen time, in the form that a tax tool imports. */
import { classNames, Menu, MENU_ITEM_CLASS } from '@glasshouse/ui';
import { ChevronDown } from 'lucide-react';
import { download } from '#data/download.ts';
import { useTranslation } from '#shared/i18n.ts';
import type { FilterInput } from './record-filters.ts';
import { useSavedFile } from './useSavedFile.ts';

const FORMS = ['koinly', 'cointracking'] as const;

export function TaxFileMenu({ range }: Pick<FilterInput, 'range'>) {
  const { t } = useTranslation();
  const file = useSavedFile((form: (typeof FORMS)[number]) =>
    download('wallet/export-for-taxes', { form, ...range }),
  );
  return (
    <Menu
      label={t('records.tax.label')}
      width={264}
      className="bg-raised flex h-7 items-center gap-1.5 rounded-md px-2.5 text-[12px] font-medium"
      trigger={
        <>
          {t('records.tax.label')}
          <ChevronDown aria-hidden className="text-mut size-3.5" />
        </>
      }
    >
      {(close) => (
        <>
          {FORMS.map((form) => (
            <button
              key={form}
              type="button"
              role="menuitem"
              aria-disabled={file.isPending}
              className={classNames(MENU_ITEM_CLASS, 'h-auto! py-2')}
              onClick={() => {
                close();
                if (!file.isPending) file.save(form);
              }}
            >
              {t(`records.tax.${form}`)}
            </button>
          ))}
          <p className="text-mut px-2.5 py-1.5 text-xs">{t('records.tax.notes')}</p>
        </>
      )}
    </Menu>
  );
}
