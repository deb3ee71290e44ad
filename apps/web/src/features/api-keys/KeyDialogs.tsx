/** The dialogs of one's keys: create, edit, end one, end all. */
import { Button, Dialog, Field, TextInput } from '@glasshouse/ui';
import type { ApiKeyRow } from '@glasshouse/protocol/api-keys';
import { KEY_NAME_MAX } from '@glasshouse/protocol/api-keys/rules';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '#data/api.ts';
import { NO_OWNER_PROOF, OwnerProofFields, useOwnerProof } from '#shared/forms/OwnerProof.tsx';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { check } from '#shared/forms/validation.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { endAllKeys, endKey, updateKey } from './calls.ts';
import { CreateKey } from './CreateKey.tsx';
import { draftOf, isWider, networksFault, termsIn, type TermsDraft } from './terms.ts';
import { TermsFields } from './TermsFields.tsx';

export type KeyDialog =
  | { readonly act: 'create' | 'end-all' }
  | { readonly act: 'edit' | 'end'; readonly row: ApiKeyRow };

const WIDTHS = { edit: 520, end: 420, 'end-all': 420 } as const;
const TITLES = {
  edit: 'apiKeys.editTitle',
  end: 'apiKeys.endTitle',
  'end-all': 'apiKeys.endAllTitle',
} as const;

export interface KeyDialogsProps {
  readonly dialog: KeyDialog;
  readonly close: () => void;
}

export function KeyDialogs({ dialog, close }: KeyDialogsProps) {
  const { t } = useTranslation();
  const { act } = dialog;
  if (act === 'create') return <CreateKey close={close} />;
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t(TITLES[act])}
      closeLabel={t('common.close')}
      width={WIDTHS[act]}
    >
      {act === 'edit' && <EditForm row={dialog.row} close={close} />}
      {act === 'end' && <EndForm row={dialog.row} close={close} />}
      {act === 'end-all' && <EndForm close={close} />}
    </Dialog>
  );
}

interface EditProps {
  readonly row: ApiKeyRow;
  readonly close: () => void;
}
/** Only what lets the key do more asks for the proof. */
function EditForm({ row, close }: EditProps) {
  const { t } = useTranslation();
  const proof = useOwnerProof();
  const asks = (all: TermsDraft) => isWider(row, all);
  const { form, field, busy, onSubmit } = useCheckedForm({
    initial: { name: row.name, ...draftOf(row), ...NO_OWNER_PROOF },
    checks: {
      name: check.filled,
      networks: networksFault,
      code: (text, all) => (asks(all) ? proof.checks.code(text) : undefined),
      fundPassword: (text, all) => (asks(all) ? proof.checks.fundPassword(text) : undefined),
      googleCode: (text, all) => (asks(all) ? proof.checks.googleCode(text) : undefined),
    },
    send: async ({ name, code, fundPassword, googleCode, ...draft }) => {
      const shown = asks(draft) ? { code, fundPassword, googleCode } : {};
      await updateKey({ keyId: row.keyId, name, ...termsIn(draft, false), ...shown });
      notify.success(t('apiKeys.done.changed'));
      close();
    },
  });
  const [permissions, networks, expiry] = form.watch(['permissions', 'networks', 'expiry']);
  const draft = { permissions, networks, expiry };
  const name = field('name');
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <Field label={t('apiKeys.name')} error={name.error}>
        {(ids) => <TextInput {...ids} {...name.input} maxLength={KEY_NAME_MAX} autoComplete="off" />}
      </Field>
      <TermsFields
        draft={draft}
        networks={field('networks')}
        isNew={false}
        onChoice={(chosen, value) => form.setValue(chosen, value)}
      />
      {asks(draft) && <OwnerProofFields proof={proof} field={field} />}
      <Button type="submit" tone="brand" size="lg" busy={busy} className="w-full">
        {t('apiKeys.save')}
      </Button>
    </form>
  );
}

interface EndProps {
  /** Absent: all keys. */
  readonly row?: ApiKeyRow;
  readonly close: () => void;
}
function EndForm({ row, close }: EndProps) {
  const { t } = useTranslation();
  const end = useMutation({
    mutationFn: async () => (row === undefined ? endAllKeys() : endKey(row.keyId)),
    onSuccess: () => {
      notify.success(t(row === undefined ? 'apiKeys.done.allEnded' : 'apiKeys.done.ended'));
      close();
    },
    onError: (error) => notify.error(errorText(error)),
  });
  return (
    <div className="grid gap-4">
      <p className="text-mut leading-5">
        {row === undefined ? t('apiKeys.endAllText') : t('apiKeys.endText', { name: row.name })}
      </p>
      <Button
        tone="danger"
        size="lg"
        className="w-full"
        data-first
        busy={end.isPending}
        onClick={() => end.mutate()}
      >
        {t(row === undefined ? 'apiKeys.endAllKeys' : 'apiKeys.endKey')}
      </Button>
    </div>
  );
}
