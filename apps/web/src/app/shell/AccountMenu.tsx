/** The signed-in user's menu: masked e-mail, settings, records, verification, log out. */
import { Menu, MENU_ITEM_CLASS } from '@glasshouse/ui';
import { useNavigate } from '@tanstack/react-router';
import {
  ArrowUpFromLine,
  ChevronDown,
  FileText,
  KeyRound,
  LogOut,
  ScanFace,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { logOut } from '#data/leaving.ts';
import { usePerson } from '#data/person.ts';
import { AvatarImage } from '#shared/AvatarImage.tsx';
import { maskedEmail } from '#shared/masked-email.ts';
import { notify } from '#shared/notify.ts';
import { PageLink } from '#shared/PageLink.tsx';

export function AccountMenu({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const person = usePerson();
  const name = maskedEmail(person?.email ?? email) || t('nav.loginOrRegister');
  return (
    <Menu
      width={240}
      label={t('shell.account', { name })}
      className="bg-raised ml-1 flex h-8 items-center gap-2 rounded-md pr-2 pl-1 text-[12.5px] font-medium"
      trigger={
        <>
          <AvatarImage icon={person?.icon ?? ''} size={24} />
          <span>{name}</span>
          <ChevronDown aria-hidden className="text-mut size-3.5" />
        </>
      }
    >
      {(close) => (
        <>
          <div className="border-line mb-1.5 border-b px-2.5 pt-1.5 pb-2.5 leading-[17px]">
            <b className="block font-semibold">{name}</b>
            {person !== undefined && <span className="text-mut text-[11.5px]">UID {person.uid}</span>}
          </div>
          <Item to="/setting/safty" icon={KeyRound} text={t('shell.settings')} close={close} />
          <Item
            to="/account/withdrawel"
            icon={ArrowUpFromLine}
            text={t('accountBar.withdraw')}
            close={close}
          />
          <Item
            to="/account/trade"
            search={{ type: 4 }}
            icon={FileText}
            text={t('shell.records')}
            close={close}
          />
          <Item
            to="/setting/verify"
            search={{ type: 2 }}
            icon={ScanFace}
            text={t('shell.verify')}
            close={close}
          />
          <LogOutItem close={close} />
        </>
      )}
    </Menu>
  );
}

interface ItemProps {
  readonly to: string;
  readonly search?: Readonly<Record<string, string | number>>;
  readonly icon: LucideIcon;
  readonly text: string;
  readonly close: () => void;
}
function Item({ to, search = {}, icon: Icon, text, close }: ItemProps) {
  return (
    <PageLink to={to} search={search} role="menuitem" onClick={close} className={MENU_ITEM_CLASS}>
      <Icon aria-hidden size={15} className="text-mut" />
      {text}
    </PageLink>
  );
}

function LogOutItem({ close }: { readonly close: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  async function leave() {
    close();
    const isHeard = logOut();
    void navigate({ to: '/main' });
    if (await isHeard) notify.success('l.exited');
    else notify.warning(t('shell.exitedHere'));
  }
  return (
    <div className="border-line mt-1.5 border-t pt-1.5">
      <button type="button" role="menuitem" className={MENU_ITEM_CLASS} onClick={() => void leave()}>
        <LogOut aria-hidden size={15} className="text-mut" />
        {t('shell.logout')}
      </button>
    </div>
  );
}
