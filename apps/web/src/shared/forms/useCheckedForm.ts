/**
 * The set-up of all forms. Each field has its rule; a refusal of the server that names a field is
 * shown at that field, everything else as a toast. Rules return keys of texts, so that an error
 * changes its language with the page.
 */
import { useRef } from 'react';
import { useForm, type DefaultValues, type Path, type UseFormRegisterReturn } from 'react-hook-form';
import { CallError, failureText, isSessionEnd } from '#data/api.ts';
import { useTranslation, type TextKey } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';

/**
 * A press elsewhere shows the error of the field left only afterwards, so that the pressed element
 * does not move away.
 */
const ERROR_DELAY_MS = 250;

/** Fields of the server that have other names in forms. */
const FORM_NAMES: Readonly<Record<string, string>> = { account: 'email', confirmPassword: 'again' };

type Values = Record<string, string>;
export type Check<T> = (text: string, all: T) => TextKey | undefined;

export interface CheckedFormOptions<T extends Values> {
  readonly initial: T;
  readonly checks: { readonly [K in keyof T]?: Check<T> };
  /** Sends the input. Shows what it throws. */
  readonly send: (entered: T) => Promise<void>;
}

/** An input's connection to its form. To register it by hand takes its rule away. */
export interface BoundField {
  readonly error: string | undefined;
  readonly input: UseFormRegisterReturn;
  readonly focus: () => void;
}

export function useCheckedForm<T extends Values>(options: CheckedFormOptions<T>) {
  const { initial, checks, send } = options;
  const { find } = useTranslation();
  const form = useForm<T>({
    mode: 'onTouched',
    delayError: ERROR_DELAY_MS,
    defaultValues: initial as DefaultValues<T>,
  });
  const { errors, isSubmitting } = form.formState;
  const isSending = useRef(false);

  function field(name: keyof T & string): BoundField {
    const message = errors[name]?.message;
    const told = typeof message === 'string' ? (find(message) ?? message) : undefined;
    return {
      error: told,
      input: form.register(name as unknown as Path<T>, {
        // An empty field is not wrong before the form is sent.
        validate: (text, all) =>
          (text === '' && !isSending.current) || (checks[name]?.(text, all as T) ?? true),
      }),
      focus: () => form.setFocus(name as unknown as Path<T>),
    };
  }

  function showRefusal(error: CallError) {
    const named = error.field === undefined ? undefined : (FORM_NAMES[error.field] ?? error.field);
    if (isSessionEnd(error)) return;
    if (error.kind !== 'refused') notify.error(failureText(error));
    else if (named !== undefined && named in initial)
      form.setError(named as unknown as Path<T>, { message: error.message }, { shouldFocus: true });
    else notify.error(error.message);
  }

  const submit = form.handleSubmit(async (entered) => {
    try {
      await send(entered as T);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showRefusal(error);
    }
  });
  return {
    form,
    field,
    busy: isSubmitting,
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      isSending.current = true;
      void submit().finally(() => (isSending.current = false));
    },
  };
}
