/** The choice of an avatar: eight drawings, or none. */
import { AVATARS, avatarPath } from '@glasshouse/protocol/identity/avatars';
import { useMutation } from '@tanstack/react-query';
import { usePerson } from '#data/person.ts';
import { AvatarImage } from '#shared/AvatarImage.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { setAvatar } from '../calls.ts';

const CHOICES = [undefined, ...AVATARS] as const;

export function AvatarForm({ close }: { readonly close: () => void }) {
  const { t } = useTranslation();
  const icon = usePerson()?.icon ?? '';
  const choice = useMutation({ mutationFn: setAvatar, onSuccess: close });
  return (
    <>
      <p className="text-mut mb-4 text-[13px] leading-5">{t('security.avatarText')}</p>
      <div role="group" aria-label={t('security.avatar')} className="grid grid-cols-3 gap-3">
        {CHOICES.map((avatar) => {
          const path = avatar === undefined ? '' : avatarPath(avatar);
          return (
            <button
              key={path}
              type="button"
              aria-label={t(`security.avatars.${avatar ?? 'none'}`)}
              aria-pressed={path === icon}
              disabled={choice.isPending}
              onClick={() => choice.mutate(avatar)}
              className="border-line2 hover:bg-raised aria-pressed:border-brand aria-pressed:bg-brand-soft grid place-items-center gap-2 rounded-xl border py-3.5"
            >
              <AvatarImage icon={path} size={56} />
              <span aria-hidden className="text-mut">
                {t(`security.avatars.${avatar ?? 'none'}`)}
              </span>
            </button>
          );
        })}
      </div>
    </>
  );
}
