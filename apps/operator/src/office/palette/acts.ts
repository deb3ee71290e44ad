/** What pages and searches give to the command palette. */
import type { LucideIcon } from 'lucide-react';
import { createRegistry } from '../frame/registry.ts';
import { useKeys } from '../frame/keys.ts';

export interface PageAct {
  readonly id: string;
  readonly label: string;
  /** What it does, or what it needs. */
  readonly text?: string;
  readonly icon: LucideIcon;
  /** A key that does the same on this page. */
  readonly keys?: string;
  /** Who may, where this operator may not: the act stays in the list, dimmed. */
  readonly onlyFor?: string;
  /** Opens the form of the act. Nothing is carried out from the palette. */
  readonly run: () => void;
}

const acts = createRegistry<PageAct>();
export const pageActs = acts.all;

/** Adds the acts of a page, and their keys, as long as it is on the screen. */
export function usePageActs(given: readonly PageAct[]): void {
  acts.useGiven(given);
  useKeys(
    given.flatMap(({ keys, label, run, onlyFor }) =>
      keys === undefined || onlyFor !== undefined ? [] : [{ keys, label, run }],
    ),
  );
}

export interface Found {
  readonly id: string;
  readonly label: string;
  readonly text?: string;
  readonly icon: LucideIcon;
  /** Goes to it. */
  readonly run: () => void;
}
export interface Finder {
  readonly id: string;
  /** What fits the text, best first; nothing if the text is none of this finder's. */
  readonly find: (text: string) => Promise<readonly Found[]>;
}

const finders = createRegistry<Finder>();
export const allFinders = finders.all;

/** Adds a search. The frame adds those that work on every page. */
export const useFinder = (finder: Finder | null): void => finders.useGiven(finder === null ? [] : [finder]);
