/** Toasts of three levels; the same text is shown once at a time. */
import { toast } from 'sonner';
import { i18n } from './i18n.ts';
import { toastText } from './toast-text.ts';

const dictionary = {
  exists: (key: string) => i18n.exists(key),
  translate: (key: string) => (i18n.t as (key: string) => string)(key),
};
type Level = 'error' | 'success' | 'warning';

function show(level: Level, message?: string | null): void {
  const text = toastText(message, dictionary);
  toast[level](text, { id: `${level}:${text}` });
}
export const notify = {
  error: (message?: string | null) => show('error', message),
  success: (message?: string | null) => show('success', message),
  warning: (message?: string | null) => show('warning', message),
};
