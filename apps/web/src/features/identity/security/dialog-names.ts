/** The dialogs of the security center. */
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
  | 'history';

export interface OpenDialog {
  readonly name: DialogName;
  /** What it is about, such as a passkey's id. */
  readonly subject: string;
}
