/** Text, password and code inputs in the 44 px box of forms. */
import { EyeIcon, EyeOffIcon, type IconProps } from './icons.tsx';
import { useState, type ComponentType, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { classNames } from './class-names.ts';
import { Figures } from './Figures.tsx';

export interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> {
  readonly icon?: ComponentType<IconProps>;
  /** Slot inside the box, at its end. */
  readonly end?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextInput({ icon: Icon, end, className, ref, ...rest }: TextInputProps) {
  const invalid = rest['aria-invalid'] === true;
  return (
    <div
      className={classNames(
        'bg-raised focus-within:border-brand focus-within:bg-panel flex h-11 items-center gap-2.5 rounded-lg border pl-3.5 [transition:color_.15s,background-color_.15s,border-color_.15s] focus-within:halo',
        invalid ? 'border-bad' : 'hover:border-dim/40 border-transparent',
        className,
      )}
    >
      {Icon !== undefined && <Icon className="text-dim size-4 shrink-0" />}
      <input
        ref={ref}
        {...rest}
        className={classNames(
          'placeholder:text-dim h-full min-w-0 flex-1 bg-transparent pr-3 text-[14px] outline-none placeholder:normal-nums focus-visible:outline-none',
          rest.inputMode === 'numeric' && 'num',
        )}
      />
      {end}
    </div>
  );
}

export interface PasswordInputProps extends TextInputProps {
  readonly showLabel: string;
  readonly hideLabel: string;
}

export function PasswordInput({ showLabel, hideLabel, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOffIcon : EyeIcon;
  return (
    <TextInput
      {...rest}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          aria-label={shown ? hideLabel : showLabel}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="text-mut hover:text-fg grid size-10 shrink-0 place-items-center"
        >
          <Icon className="size-4" />
        </button>
      }
    />
  );
}

export interface CodeInputProps extends TextInputProps {
  readonly secondsLeft: number;
  readonly sending?: boolean;
  readonly sendLabel: string;
  /** Shown while the countdown runs. */
  readonly waitLabel: string;
  readonly onSend: () => void;
}

/**
 * Digits of a mail, also pasted with spaces between them, with a button inside the box that mails
 * them and shows a countdown.
 */
export function CodeInput({
  secondsLeft,
  sending = false,
  sendLabel,
  waitLabel,
  onSend,
  ...rest
}: CodeInputProps) {
  const waiting = secondsLeft > 0;
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={24}
      {...rest}
      end={
        <button
          type="button"
          disabled={waiting || sending}
          onClick={onSend}
          className="border-line text-brand-ink disabled:text-mut h-full shrink-0 border-l px-3.5 text-[13px] font-semibold disabled:cursor-default disabled:font-medium"
        >
          {waiting ? <Figures text={waitLabel} /> : sendLabel}
        </button>
      }
    />
  );
}
