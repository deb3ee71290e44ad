/** Refusals of a field name it as the call does ('Check email: …'); readers see its label. */
const INVALID = 'request/invalid';

export interface FieldRefusal {
  readonly message: string;
  /** The refusal's stable name. */
  readonly error: string;
  readonly field: string | undefined;
}

/** 'E-mail: …'. Without a label, or for another refusal, what the server says. */
export function byLabel({ message, error, field }: FieldRefusal, label: string | undefined): string {
  if (error !== INVALID || field === undefined || label === undefined) return message;
  const at = message.indexOf(field);
  return at < 0 ? message : label + message.slice(at + field.length);
}
