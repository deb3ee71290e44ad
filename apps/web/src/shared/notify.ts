/** Toasts; the same text is shown once at a time. Toasts wait until the toaster is loaded. */
import type { ShowToast, ToastLevel } from '@glasshouse/ui/toaster';
import { createStore } from './external-store.ts';
import { translation } from './i18n.ts';
import { toastText } from './toast-text.ts';

/** True after the first toast. */
export const toasterWanted = createStore(false);

let toasterReady: (show: ShowToast) => void = () => undefined;
const toaster = new Promise<ShowToast>((resolve) => {
  toasterReady = resolve;
});
export { toasterReady };

const dictionary = {
  exists: (key: string) => translation().find(key) !== undefined,
  translate: (key: string) => translation().find(key) ?? key,
};

function show(level: ToastLevel, message?: string | null): void {
  const text = toastText(message, dictionary);
  toasterWanted.set(true);
  void toaster.then((showToast) => showToast(level, text));
}
export const notify = {
  error: (message?: string | null) => show('error', message),
  success: (message?: string | null) => show('success', message),
  info: (message?: string | null) => show('info', message),
  warning: (message?: string | null) => show('warning', message),
};
