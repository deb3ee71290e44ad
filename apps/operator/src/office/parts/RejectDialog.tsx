/** The form of a rejection: what the customer reads, and what operators note. */
import { Field, TextInput } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { ActDialog } from '../acts/ActDialog.tsx';
import type { AskedAct } from '../acts/useAct.ts';
import { useTexts } from '../texts.ts';
import { Rejections, type RejectionsProps } from './Rejections.tsx';

const NOTE_MAX = 300;

export interface RejectDialogProps<R extends string> extends RejectionsProps<R> {
  readonly title: string;
  /** Null: its fields are not complete, as `missing` says once a reason is chosen. */
  readonly act: AskedAct | null;
  readonly missing?: string;
  /** Changes with what the act stands on. */
  readonly version?: string;
  /** What the act needs besides the reason. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

export function RejectDialog<R extends string>(props: RejectDialogProps<R>) {
  const { title, act, missing, version, children, onClose, ...rejections } = props;
  const { t } = useTexts();
  return (
    <ActDialog
      title={title}
      act={act}
      missing={rejections.value === null ? t('rejectionMissing') : missing}
      version={version}
      label={t('reject')}
      tone="danger"
      onClose={onClose}
    >
      <Rejections {...rejections} />
      {children}
    </ActDialog>
  );
}

interface NoteToCustomerProps {
  readonly value: string;
  readonly onChange: (note: string) => void;
}

/** What the customer reads besides the text of the reason. */
export function NoteToCustomer({ value, onChange }: NoteToCustomerProps) {
  const { t } = useTexts();
  return (
    <Field label={t('noteToCustomer')} hint={t('noteToCustomerHint')}>
      {(ids) => (
        <TextInput
          {...ids}
          value={value}
          maxLength={NOTE_MAX}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
