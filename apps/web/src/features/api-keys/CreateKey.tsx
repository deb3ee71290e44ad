/**
 * Creates a key in three steps: how it signs, what it may do, the owner's proof. Then it shows the
 * key, once.
 */
import { Button, Dialog, Field, Note, TextArea, TextInput } from '@glasshouse/ui';
import { KEY_NAME_MAX } from '@glasshouse/protocol/api-keys/rules';
import { useEffect, useRef, useState, type FormEventHandler, type ReactNode } from 'react';
import { OwnerProofFields, NO_OWNER_PROOF, useOwnerProof } from '#shared/forms/OwnerProof.tsx';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { check } from '#shared/forms/validation.ts';
import { useTranslation, type TextKey } from '#shared/i18n.ts';
import { CallError, isOutcomeUnknown } from '#data/api.ts';
import { notify } from '#shared/notify.ts';
import { createKey, type CreatedKey } from './calls.ts';
import { CreatedKeyCard } from './CreatedKeyCard.tsx';
import { canMakePair, kindOf, makePair, type KeyPair } from './key-pair.ts';
import { networksFault, termsIn, type TermsDraft } from './terms.ts';
import { TermsFields } from './TermsFields.tsx';

const WIDTH = 520;
const MAKES = ['pair', 'pasted', 'hmac'] as const;
type Make = (typeof MAKES)[number];

interface MakeDraft extends Record<string, string> {
  name: string;
  make: Make;
  publicKey: string;
}
type Step = 1 | 2 | 3;
/** Where the fields are that the server may refuse. */
const STEP_OF: Readonly<Record<string, Step>> = {
  name: 1,
  kind: 1,
  publicKey: 1,
  permissions: 2,
  networks: 2,
  expireTime: 2,
};

interface Created {
  readonly created: CreatedKey;
  /** Only if it was made here. */
  readonly privateKey: string | null;
}

export function CreateKey({ close }: { readonly close: () => void }) {
  const { t } = useTranslation();
  const [step, setStep] = useState<Step>(1);
  const [make, setMake] = useState<MakeDraft>({
    name: '',
    make: canMakePair() ? 'pair' : 'pasted',
    publicKey: '',
  });
  const [terms, setTerms] = useState<TermsDraft>({ permissions: 'read', networks: '', expiry: 'never' });
  const [created, setCreated] = useState<Created>();
  return (
    <Dialog
      open
      // What is shown once does not go by a press beside it.
      onOpenChange={() => (created === undefined ? close() : notify.warning(t('apiKeys.storeFirst')))}
      title={created === undefined ? t('apiKeys.createTitle', { step }) : t('apiKeys.createdTitle')}
      closeLabel={t('common.close')}
      width={WIDTH}
    >
      {created !== undefined && <CreatedKeyCard {...created} close={close} />}
      {created === undefined && step === 1 && (
        <MakeStep
          draft={make}
          onDone={(draft) => {
            setMake(draft);
            setStep(2);
          }}
        />
      )}
      {created === undefined && step === 2 && (
        <TermsStep
          draft={terms}
          onBack={(draft) => {
            setTerms(draft);
            setStep(1);
          }}
          onDone={(draft) => {
            setTerms(draft);
            setStep(3);
          }}
        />
      )}
      {created === undefined && step === 3 && (
        <ProofStep make={make} terms={terms} onStep={setStep} onCreated={setCreated} />
      )}
    </Dialog>
  );
}

interface StepFormProps {
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly children: ReactNode;
}
/** Each step begins at its first field, for the keyboard. */
function StepForm({ onSubmit, children }: StepFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input:enabled')?.focus(), []);
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
      {children}
    </form>
  );
}

interface StepsProps {
  readonly onBack?: () => void;
  readonly busy?: boolean;
  readonly label: string;
}
function Steps({ onBack, busy = false, label }: StepsProps) {
  const { t } = useTranslation();
  return (
    <div className="mt-1 flex gap-2">
      {onBack !== undefined && (
        <Button size="lg" tone="line" onClick={onBack}>
          {t('common.back')}
        </Button>
      )}
      <Button type="submit" tone="brand" size="lg" busy={busy} className="flex-1">
        {label}
      </Button>
    </div>
  );
}

interface MakeStepProps {
  readonly draft: MakeDraft;
  readonly onDone: (draft: MakeDraft) => void;
}
function MakeStep({ draft, onDone }: MakeStepProps) {
  const { t } = useTranslation();
  const { form, field, onSubmit } = useCheckedForm<MakeDraft>({
    initial: draft.make === 'pair' && !canMakePair() ? { ...draft, make: 'pasted' } : draft,
    checks: {
      name: check.filled,
      publicKey: (text, all) => (all.make === 'pasted' ? publicKeyFault(text) : undefined),
    },
    send: async (entered) => onDone(entered),
  });
  const make = form.watch('make');
  const [name, publicKey] = [field('name'), field('publicKey')];
  return (
    <StepForm onSubmit={onSubmit}>
      <Field label={t('apiKeys.name')} error={name.error}>
        {(ids) => (
          <TextInput
            {...ids}
            {...name.input}
            maxLength={KEY_NAME_MAX}
            autoComplete="off"
            placeholder={t('apiKeys.namePlaceholder')}
          />
        )}
      </Field>
      <MakeChoice make={make} onMake={(next) => form.setValue('make', next)} />
      {make === 'pasted' && (
        <Field label={t('apiKeys.publicKey')} error={publicKey.error}>
          {(ids) => (
            <TextArea
              {...ids}
              {...publicKey.input}
              rows={4}
              spellCheck={false}
              autoComplete="off"
              placeholder="-----BEGIN PUBLIC KEY-----"
              translate="no"
              className="notranslate hash text-[12px]!"
            />
          )}
        </Field>
      )}
      {!canMakePair() && <Note>{t('apiKeys.noPairHere')}</Note>}
      <Steps label={t('apiKeys.next')} />
    </StepForm>
  );
}

/** Told before it is sent: a private key that is pasted by mistake does not leave the browser. */
function publicKeyFault(text: string): TextKey | undefined {
  if (text.trim() === '') return 'apiKeys.publicKeyMissing';
  return /PRIVATE KEY/i.test(text) ? 'apiKeys.privatePasted' : undefined;
}

function MakeChoice({ make, onMake }: { readonly make: Make; readonly onMake: (make: Make) => void }) {
  const { t } = useTranslation();
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">{t('apiKeys.kind')}</legend>
      <div className="grid gap-2">
        {MAKES.filter((each) => each !== 'pair' || canMakePair()).map((each) => (
          <label
            key={each}
            className="border-line has-checked:border-brand has-checked:bg-brand/6 has-focus-visible:halo flex cursor-pointer items-start gap-2.5 rounded-lg border px-3.5 py-2.5"
          >
            <input
              type="radio"
              name="make"
              value={each}
              checked={make === each}
              onChange={() => onMake(each)}
              className="accent-brand mt-0.5 size-3.5 shrink-0"
            />
            <span>
              <b className="text-[13px] font-semibold">{t(`apiKeys.makes.${each}`)}</b>
              <span className="text-mut block text-[12px] leading-[17px]">
                {t(`apiKeys.makes.${each}Text`)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface TermsStepProps {
  readonly draft: TermsDraft;
  readonly onBack: (draft: TermsDraft) => void;
  readonly onDone: (draft: TermsDraft) => void;
}
function TermsStep({ draft, onBack, onDone }: TermsStepProps) {
  const { t } = useTranslation();
  const { form, field, onSubmit } = useCheckedForm<TermsDraft>({
    initial: draft,
    checks: { networks: networksFault },
    send: async (entered) => onDone(entered),
  });
  const [permissions, networks, expiry] = form.watch(['permissions', 'networks', 'expiry']);
  return (
    <StepForm onSubmit={onSubmit}>
      <TermsFields
        draft={{ permissions, networks, expiry }}
        networks={field('networks')}
        isNew
        onChoice={(name, value) => form.setValue(name, value)}
      />
      <Steps label={t('apiKeys.next')} onBack={() => onBack(form.getValues())} />
    </StepForm>
  );
}

interface ProofStepProps {
  readonly make: MakeDraft;
  readonly terms: TermsDraft;
  readonly onStep: (step: Step) => void;
  readonly onCreated: (created: Created) => void;
}
function ProofStep({ make, terms, onStep, onCreated }: ProofStepProps) {
  const { t } = useTranslation();
  const proof = useOwnerProof();
  // One pair for all tries, until an answer is lost: the key may have it by then.
  const pair = useRef<KeyPair>(null);
  const [isLost, setLost] = useState(false);
  const { field, busy, onSubmit } = useCheckedForm({
    initial: NO_OWNER_PROOF,
    checks: proof.checks,
    send: async (entered) => {
      if (make.make === 'pair') pair.current ??= await makePair();
      if (make.make === 'pair' && pair.current === null) return onStep(1);
      const publicKey = pair.current?.publicKey ?? make.publicKey;
      const signing =
        make.make === 'hmac' ? { kind: 'hmac' as const } : { kind: kindOf(publicKey), publicKey };
      try {
        const created = await createKey({ name: make.name, ...signing, ...termsIn(terms, true), ...entered });
        onCreated({ created, privateKey: pair.current?.privateKey ?? null });
      } catch (error) {
        if (isOutcomeUnknown(error)) {
          pair.current = null;
          setLost(true);
        }
        const step = error instanceof CallError ? STEP_OF[error.field ?? ''] : undefined;
        if (step !== undefined) onStep(step);
        throw error;
      }
    },
  });
  return (
    <StepForm onSubmit={onSubmit}>
      <p className="text-mut leading-5">{t('apiKeys.proofText')}</p>
      {isLost && <Note tone="warn">{t('apiKeys.answerLost', { name: make.name })}</Note>}
      <OwnerProofFields proof={proof} field={field} />
      <Steps label={t('apiKeys.create')} busy={busy} onBack={() => onStep(2)} />
    </StepForm>
  );
}
