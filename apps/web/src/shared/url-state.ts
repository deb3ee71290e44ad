/**
 * A page's tabs, filters and selections in its address, so that a reload, the back button and a
 * copied link show the same. Each route names those that it has (`keptSearch`).
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { KeptSearch } from './kept-search.ts';

/**
 * Changes texts in the address, several at once; '' removes one. `isPlace`: the back button returns
 * from the new one, as from a page.
 */
export function useUrlChange(): (texts: Readonly<Record<string, string>>, isPlace?: boolean) => void {
  const navigate = useNavigate();
  return (texts, isPlace = false) => {
    const next = Object.entries(texts).map(([name, text]) => [name, text === '' ? undefined : text]);
    const search = (before: KeptSearch) => ({ ...before, ...Object.fromEntries(next) });
    void navigate({ to: '.', search: search as never, replace: !isPlace, resetScroll: false });
  };
}

/** The text of a name in the address, '' if it is not there, and a function that changes it. */
export function useUrlText(name: string, isPlace = false): readonly [string, (text: string) => void] {
  const change = useUrlChange();
  const text = useSearch({ strict: false, select: (search) => (search as KeptSearch)[name] }) ?? '';
  return [text, (next) => change({ [name]: next }, isPlace)];
}

/** One of several choices. The first is the default, which the address does not name. */
export function useUrlChoice<T extends string>(
  name: string,
  choices: readonly [T, ...(readonly T[])],
  isPlace = false,
): readonly [T, (next: T) => void] {
  const [text, change] = useUrlText(name, isPlace);
  const [byDefault] = choices;
  return [
    choices.find((choice) => choice === text) ?? byDefault,
    (next) => change(next === byDefault ? '' : next),
  ];
}
