/** Lists in localStorage, shown at once and then refreshed (R3.10). Losing them costs nothing. */
import { PERSONAL_CACHE, session } from './session.ts';

const PUBLIC_CACHE = 'cache/public/';

export function readCache<T>(key: string, personal = false): T | undefined {
  const text = localStorage.getItem(fullKey(key, personal));
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

export function writeCache(key: string, value: unknown, personal = false): void {
  try {
    localStorage.setItem(fullKey(key, personal), JSON.stringify(value));
  } catch {
    // If the storage is full, nothing is shown before the refresh.
  }
}

function fullKey(key: string, personal: boolean): string {
  return personal ? `${PERSONAL_CACHE}${session.get()?.userId ?? ''}/${key}` : `${PUBLIC_CACHE}${key}`;
}
