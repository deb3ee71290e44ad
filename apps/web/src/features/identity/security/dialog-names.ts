/** The names of the security center's dialogs. */
export type DialogName =
  | 'fund-password'
  | 'google'
  | 'passkey-add'
  | 'passkey-remove'
  | 'email'
  | 'anti-phishing'
  | 'limits'
  | 'exclude'
  | 'freeze'
  | 'unfreeze'
  | 'end-sessions'
  | 'history'
  | 'avatar';

export interface OpenDialog {
  readonly name: DialogName;
  /** The dialog's object, such as a passkey's id. */
  readonly subject: string;
}
