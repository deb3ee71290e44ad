/**
 * A page's tabs, filters and selections in its address, so that a reload, the back button and a
 * copied link show the same. Each route names those that it has (`keptSearch`).
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { KeptSearch } from './kept-search.ts';

/** The text of a name in the address, '' if it is not there, and a function that changes it. */
export function useUrlText(name: string): readonly [string, (text: string) => void] {
  const navigate = useNavigate();
  const text = useSearch({ strict: false, select: (search) => (search as KeptSearch)[name] }) ?? '';
  const change = (next: string) => {
    const search = (before: KeptSearch) => ({ ...before, [name]: next === '' ? undefined : next });
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
  };
  return [text, change];
}

/** One of several choices. The first is the default, which the address does not name. */
export function useUrlChoice<T extends string>(
  name: string,
  choices: readonly [T, ...(readonly T[])],
): readonly [T, (next: T) => void] {
  const [text, change] = useUrlText(name);
  const [byDefault] = choices;
  return [
    choices.find((choice) => choice === text) ?? byDefault,
    (next) => change(next === byDefault ? '' : next),
  ];
}
