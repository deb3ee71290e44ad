/** The standing of a person: what is open, what protects the account, and whence it came. */
import type { OfficePerson } from '@glasshouse/protocol/identity/office';
import { FREEZE_KINDS } from '@glasshouse/protocol/identity/freeze-kinds';
import { Code, DateTime, formatTime, KeyValue, Tag } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../texts.ts';
import { Kyc } from './tags.tsx';

export function PersonFacts({ person }: { readonly person: OfficePerson }) {
  return (
    <>
      <Doors person={person} />
      <Facts person={person} />
    </>
  );
}

/** What operators freeze, each apart, and whether the user may buy. */
function Doors({ person: { freezes, mayPurchase } }: { readonly person: OfficePerson }) {
  const { t } = useTexts();
  return (
    <dl className="num border-line divide-line grid shrink-0 grid-cols-4 divide-x border-b">
      {FREEZE_KINDS.map((kind) => {
        const freeze = freezes.find((each) => each.kind === kind);
        return (
          <Door key={kind} name={t(`people_door_${kind}`)}>
            <Tag tone={freeze === undefined ? 'mut' : 'bad'}>
              {t(freeze === undefined ? 'people_open' : 'isFrozen')}
            </Tag>
            {freeze !== undefined && <DateTime timeMs={freeze.time} kind="short" className="text-mut" />}
          </Door>
        );
      })}
      <Door name={t('people_door_purchases')}>
        <Tag tone={mayPurchase ? 'mut' : 'bad'}>{t(mayPurchase ? 'people_open' : 'people_stopped')}</Tag>
      </Door>
    </dl>
  );
}

const Door = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="min-w-0 px-4 py-2.5">
    <dt className="text-mut mb-1">{name}</dt>
    <dd className="flex min-h-5 flex-wrap items-center gap-x-2">{children}</dd>
  </div>
);

function Facts({ person }: { readonly person: OfficePerson }) {
  const { t } = useTexts();
  const { googleTime, passkeys, hasFundPassword, frozen, heldUntil, excludedUntil, invitedBy } = person;
  const until = (timeMs: number) => t('until', { time: formatTime(timeMs, 'short') });
  return (
    <dl className="num border-line grid shrink-0 grid-cols-3 gap-x-8 gap-y-1 border-b px-4 py-3 leading-5">
      <KeyValue name={t('identity')} value={<Kyc state={person.kycState} />} />
      <KeyValue
        name={t('people_google')}
        value={googleTime === null ? t('none') : <DateTime timeMs={googleTime} kind="date" />}
      />
      <KeyValue name={t('frozen')} value={frozen === null ? t('isOpen') : <Frozen frozen={frozen} />} />
      <KeyValue name={t('since')} value={<DateTime timeMs={person.sinceTime} kind="date" />} />
      <KeyValue name={t('people_passkeys')} value={passkeys} />
      <KeyValue name={t('hold')} value={heldUntil === null ? t('none') : until(heldUntil)} />
      <KeyValue name={t('name')} value={person.name === '' ? '–' : person.name} />
      <KeyValue name={t('people_fundPassword')} value={t(hasFundPassword ? 'people_set' : 'none')} />
      <KeyValue name={t('people_break')} value={excludedUntil === null ? t('none') : until(excludedUntil)} />
      <KeyValue name={t('people_language')} value={t(person.language === 'zh' ? 'chinese' : 'english')} />
      <KeyValue
        name={t('people_passwordSince')}
        value={<DateTime timeMs={person.passwordTime} kind="date" />}
      />
      <KeyValue name={t('people_feeTier')} value={person.feeTier} />
      <KeyValue
        name={t('people_invitedBy')}
        value={
          invitedBy === null ? (
            t('none')
          ) : (
            <Link to="/people" search={{ user: invitedBy }} className="text-brand-ink hover:underline">
              <Code>{invitedBy}</Code>
            </Link>
          )
        }
      />
      <KeyValue name={t('people_invited')} value={person.invited} />
      {person.reset !== null && (
        <KeyValue
          name={t('people_resetOf', { what: t(`people_factor_${person.reset.factor}`) })}
          value={<Tag tone="warn">{formatTime(person.reset.dueTime, 'short')}</Tag>}
        />
      )}
    </dl>
  );
}

function Frozen({ frozen }: { readonly frozen: NonNullable<OfficePerson['frozen']> }) {
  const { t } = useTexts();
  const { unfreezeTime } = frozen;
  return (
    <Tag tone="bad">
      {unfreezeTime === null ? t('isFrozen') : t('until', { time: formatTime(unfreezeTime, 'short') })}
    </Tag>
  );
}
