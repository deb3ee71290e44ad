/** Toasts of three levels; the same text is shown once at a time. The toaster itself may still be on its way: toasts wait for it. */
import { createStore } from './external-store.ts';
import { translation } from './i18n.ts';
import { toastText } from './toast-text.ts';

type Level = 'error' | 'success' | 'warning';
type ShowToast = Readonly<Record<Level, (text: string, options: { readonly id: string }) => unknown>>;

/** True once something was to be shown. */
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

function show(level: Level, message?: string | null): void {
  const text = toastText(message, dictionary);
  toasterWanted.set(true);
  void toaster.then((toast) => toast[level](text, { id: `${level}:${text}` }));
}
export const notify = {
  error: (message?: string | null) => show('error', message),
  success: (message?: string | null) => show('success', message),
  warning: (message?: string | null) => show('warning', message),
};
