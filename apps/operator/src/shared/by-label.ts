/** Replaces a field's name in a refusal ('Check email: …') by the label that the reader sees. */
const INVALID = 'request/invalid';

export interface FieldRefusal {
  readonly message: string;
  /** The refusal's stable name. */
  readonly error: string;
  readonly field: string | undefined;
}

/** Returns 'E-mail: …'; without a label, or for another refusal, the server's message. */
export function byLabel({ message, error, field }: FieldRefusal, label: string | undefined): string {
  if (error !== INVALID || field === undefined || label === undefined) return message;
  const at = message.indexOf(field);
  return at < 0 ? message : label + message.slice(at + field.length);
}
