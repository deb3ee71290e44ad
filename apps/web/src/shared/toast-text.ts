/**
 * The text of a toast (R8.2): a translation key is translated, an empty text is 'error', any other
 * text is itself.
 */

export interface Dictionary {
  exists(key: string): boolean;
  translate(key: string): string;
}

/** 'l.error' has the shape of a key; 'Invalid email. Try again' contains 'l.' but has not. */
const KEY_SHAPE = /^[a-z][\w-]*(\.[\w-]+)+$/i;

export function toastText(message: string | null | undefined, dictionary: Dictionary): string {
  const text = message?.trim() ?? '';
  if (text === '') return dictionary.translate('l.error');
  if (text.includes('l.') && KEY_SHAPE.test(text) && dictionary.exists(text))
    return dictionary.translate(text);
  return text;
}
