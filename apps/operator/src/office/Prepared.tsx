/** Inserts a prepared reply, in the customer's language. */
import { Menu, MENU_ITEM_CLASS } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { call } from './api.ts';
import { useTexts } from './texts.ts';

export interface PreparedProps {
  readonly language: 'en' | 'zh';
  readonly onChoose: (text: string) => void;
}

export function Prepared({ language, onChoose }: PreparedProps) {
  const { t } = useTexts();
  const replies = useQuery({
    queryKey: ['canned'],
    queryFn: () => call('desk/get-canned', {}),
    staleTime: 60_000,
  });
  const usable = (replies.data ?? []).filter((reply) => reply[language] !== '');
  return (
    <Menu
      label={t('prepared')}
      width={280}
      className="text-mut hover:bg-raised hover:text-fg inline-flex h-8 items-center gap-1.5 rounded-md px-3 text-[12.5px] font-semibold"
      trigger={
        <>
          <FileText aria-hidden size={15} />
          {t('prepared')}
        </>
      }
    >
      {(hide) =>
        usable.length === 0 ? (
          <p className="text-mut px-3 py-2 text-[12.5px]">{t('noPrepared')}</p>
        ) : (
          usable.map((reply) => (
            <button
              key={reply.id}
              type="button"
              role="menuitem"
              className={MENU_ITEM_CLASS}
              onClick={() => {
                hide();
                onChoose(reply[language]);
              }}
            >
              {reply.title}
            </button>
          ))
        )
      }
    </Menu>
  );
}
