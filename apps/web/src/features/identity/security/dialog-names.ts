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
  /** The id of the object that the dialog acts on, such as a passkey; '' if there is none. */
  readonly subject: string;
}
