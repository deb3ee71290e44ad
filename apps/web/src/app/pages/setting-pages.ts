/** The pages of the personal center, in the order of their list. */
import { BookUser, Braces, Gift, KeyRound, Mail, ScanFace } from 'lucide-react';

export const SETTING_PAGES = [
  { to: '/setting/safty', text: 'security.title', icon: KeyRound },
  { to: '/setting/verify', text: 'shell.verify', icon: ScanFace },
  { to: '/setting/address', text: 'address.title', icon: BookUser },
  { to: '/setting/api', text: 'apiKeys.title', icon: Braces },
  { to: '/setting/message', text: 'message.title', icon: Mail },
  { to: '/setting/invite', text: 'invite.title', icon: Gift },
] as const;
