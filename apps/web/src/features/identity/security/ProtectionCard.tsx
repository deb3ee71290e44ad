/** The score with the best next step, and a row for each protection. */
import { Button, buttonClass, DateTime, Tag } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { Fingerprint, KeyRound, Lock, Mail, Quote, Smartphone, Trash2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { maskedEmail } from '#shared/masked-email.ts';
import type { Security } from '../shapes.ts';
import type { DialogName } from './dialog-names.ts';
import { scoreOf, type Step } from './score.ts';

const DIALOG_OF: Readonly<Record<Step, DialogName>> = {
  google: 'google',
  passkey: 'passkey-add',
  'fund-password': 'fund-password',
  'anti-phishing': 'anti-phishing',
};

interface CardProps {
  readonly security: Security;
  readonly open: (name: DialogName, subject?: string) => void;
}

export function ProtectionCard({ security, open }: CardProps) {
  return (
    <section className="border-line bg-panel rounded-xl border">
      <ScoreHead security={security} open={open} />
      <Rows security={security} open={open} />
    </section>
  );
}

function ScoreHead({ security, open }: CardProps) {
  const { t } = useTranslation();
  const { points, next, left } = scoreOf(security);
  const title = left === 0 ? t('security.scoreFull') : t('security.scoreLeft', { left });
  return (
    <div className="flex items-center gap-5 p-5">
      <Ring points={points} label={t('security.score', { points })} />
      <div className="min-w-0 flex-1">
        <h2 className="text-[15px] leading-6 font-semibold">{title}</h2>
        <p className="text-mut text-[13px] leading-5">
          {next === null ? t('security.scoreFullText') : t(`security.steps.${next}.why`)}
        </p>
      </div>
      {next !== null && (
        <Button tone="brand" onClick={() => open(DIALOG_OF[next])}>
          {t(`security.steps.${next}.act`)}
        </Button>
      )}
    </div>
  );
}

const RADIUS = 33;
const LENGTH = 2 * Math.PI * RADIUS;
const WELL = 70;
const FAIR = 40;

function Ring({ points, label }: { readonly points: number; readonly label: string }) {
  const tone = points >= WELL ? 'stroke-brand' : points >= FAIR ? 'stroke-warn' : 'stroke-bad';
  return (
    <svg role="img" aria-label={label} viewBox="0 0 76 76" className="size-[76px] shrink-0">
      <circle cx="38" cy="38" r={RADIUS} fill="none" strokeWidth="6" className="stroke-line" />
      <circle
        cx="38"
        cy="38"
        r={RADIUS}
        fill="none"
        strokeWidth="6"
        strokeLinecap="round"
        strokeDasharray={`${(LENGTH * points) / 100} ${LENGTH}`}
        transform="rotate(-90 38 38)"
        className={tone}
      />
      <text x="38" y="45" textAnchor="middle" className="num notranslate fill-fg text-[20px] font-semibold">
        {points}
      </text>
    </svg>
  );
}

function Rows({ security, open }: CardProps) {
  const props = { security, open };
  return (
    <ul>
      <PasswordRow {...props} />
      <FundPasswordRow {...props} />
      <GoogleRow {...props} />
      <PasskeyRows {...props} />
      <EmailRow {...props} />
      <AntiPhishingRow {...props} />
    </ul>
  );
}

function SetTag({ isSet }: { readonly isSet: boolean }) {
  const { t } = useTranslation();
  return <Tag tone={isSet ? 'info' : 'warn'}>{t(isSet ? 'security.set' : 'security.notSet')}</Tag>;
}

function ActiveTag({ text }: { readonly text: string | null }) {
  const { t } = useTranslation();
  return <Tag tone={text === null ? 'warn' : 'info'}>{text ?? t('security.notActivated')}</Tag>;
}

interface ChangeButtonProps {
  readonly isSet: boolean;
  readonly what: string;
  readonly onOpen: () => void;
}
function ChangeButton({ isSet, what, onOpen }: ChangeButtonProps) {
  const { t } = useTranslation();
  const word = t(isSet ? 'security.change' : 'security.setUp');
  return (
    <Button size="sm" aria-label={t('security.actOn', { word, what })} onClick={onOpen}>
      {word}
    </Button>
  );
}

function PasswordRow({ security }: CardProps) {
  const { t } = useTranslation();
  return (
    <Row
      icon={KeyRound}
      name={t('security.rows.password')}
      text={
        <>
          {t('security.changedAt')} <DateTime timeMs={security.passwordTime} />
        </>
      }
      state={<SetTag isSet />}
      action={
        <Link to="/login/modify" className={buttonClass('plain', 'sm')}>
          {t('security.change')}
        </Link>
      }
    />
  );
}

function FundPasswordRow({ security, open }: CardProps) {
  const { t } = useTranslation();
  const { fundPassword, fundPasswordLockedUntil } = security;
  const name = t('security.rows.fundPassword');
  return (
    <Row
      icon={Lock}
      name={name}
      text={
        fundPasswordLockedUntil === null ? (
          t('security.fundPasswordText')
        ) : (
          <span className="text-bad">
            {t('security.lockedUntil')} <DateTime timeMs={fundPasswordLockedUntil} />
          </span>
        )
      }
      state={<SetTag isSet={fundPassword} />}
      action={<ChangeButton isSet={fundPassword} what={name} onOpen={() => open('fund-password')} />}
    />
  );
}

function GoogleRow({ security, open }: CardProps) {
  const { t } = useTranslation();
  const { google } = security;
  return (
    <Row
      icon={Smartphone}
      name={t('security.rows.google')}
      text={
        google === null ? (
          t('security.googleText')
        ) : (
          <>
            {t('security.boundAt')} <DateTime timeMs={google.boundTime} />
            {' · '}
            {t('security.recoveryLeft', { count: google.recoveryCodesLeft })}
          </>
        )
      }
      state={<ActiveTag text={google === null ? null : t('security.activated')} />}
      action={
        <Button size="sm" onClick={() => open('google')}>
          {t(google === null ? 'security.activate' : 'security.remove')}
        </Button>
      }
    />
  );
}

function PasskeyRows({ security, open }: CardProps) {
  const { t } = useTranslation();
  const { passkeys } = security;
  const count = passkeys.length;
  return (
    <>
      <Row
        icon={Fingerprint}
        name={t('security.rows.passkeys')}
        text={t('security.passkeysText')}
        state={<ActiveTag text={count === 0 ? null : t('security.passkeyCount', { count })} />}
        action={
          <Button size="sm" onClick={() => open('passkey-add')}>
            {t('security.addPasskey')}
          </Button>
        }
      />
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => open('passkey-remove', passkey.id)} />
      ))}
    </>
  );
}

function EmailRow({ security, open }: CardProps) {
  const { t } = useTranslation();
  const name = t('security.rows.email');
  return (
    <Row
      icon={Mail}
      name={name}
      text={maskedEmail(security.email)}
      state={<Tag tone="info">{t('security.confirmed')}</Tag>}
      action={<ChangeButton isSet what={name} onOpen={() => open('email')} />}
    />
  );
}

function AntiPhishingRow({ security, open }: CardProps) {
  const { t } = useTranslation();
  const code = security.antiPhishingCode;
  const name = t('security.rows.antiPhishing');
  return (
    <Row
      icon={Quote}
      name={name}
      text={code === '' ? t('security.antiPhishingText') : t('security.antiPhishingSet', { code })}
      state={<SetTag isSet={code !== ''} />}
      action={<ChangeButton isSet={code !== ''} what={name} onOpen={() => open('anti-phishing')} />}
    />
  );
}

interface RowProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly text: ReactNode;
  readonly state: ReactNode;
  readonly action: ReactNode;
}
function Row({ icon: Icon, name, text, state, action }: RowProps) {
  return (
    <li className="border-line grid min-h-14 grid-cols-[36px_1fr_132px_116px] min-[1400px]:grid-cols-[36px_1fr_150px_132px] items-center gap-3.5 border-t px-5 py-2">
      <span className="bg-raised text-mut grid size-9 place-items-center rounded-lg">
        <Icon aria-hidden size={16} />
      </span>
      <span className="min-w-0 leading-[18px]">
        <b className="block text-[13px] font-semibold">{name}</b>
        <span className="text-mut block text-pretty">{text}</span>
      </span>
      <span>{state}</span>
      <span className="text-right">{action}</span>
    </li>
  );
}

interface PasskeyRowProps {
  readonly passkey: Security['passkeys'][number];
  readonly onRemove: () => void;
}
function PasskeyRow({ passkey, onRemove }: PasskeyRowProps) {
  const { t } = useTranslation();
  return (
    <li className="text-mut flex h-9 items-center gap-3 pr-5 pl-[70px]">
      <span className="text-fg font-medium">{passkey.name}</span>
      <span>
        {t('security.addedAt')} <DateTime timeMs={passkey.time} />
      </span>
      <span>
        {passkey.lastUsedTime === null ? (
          t('security.neverUsed')
        ) : (
          <>
            {t('security.usedAt')} <DateTime timeMs={passkey.lastUsedTime} />
          </>
        )}
      </span>
      <button
        type="button"
        aria-label={t('security.removePasskey', { name: passkey.name })}
        onClick={onRemove}
        className="hover:bg-raised hover:text-bad ml-auto grid size-7 place-items-center rounded"
      >
        <Trash2 aria-hidden size={14} />
      </button>
    </li>
  );
}
