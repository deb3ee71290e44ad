/** What the palette lists for a typed text. */
import { useQuery } from '@tanstack/react-query';
import type { UseNavigateResult } from '@tanstack/react-router';
import type { OperatorRole } from '@glasshouse/protocol/operator-roles';
import { useEffect, useState } from 'react';
import { pagesOf } from '../pages.ts';
import { useTexts } from '../texts.ts';
import { allFinders, pageActs } from './acts.ts';
import type { Entry } from './PaletteOption.tsx';

export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

interface Parts {
  readonly role: OperatorRole;
  readonly navigate: UseNavigateResult<string>;
}

interface Entries {
  /** Without empty ones. */
  readonly sections: readonly Section[];
  /** Says what the search is doing, or that nothing fits. */
  readonly note: string | null;
}

export function useEntries(text: string, { role, navigate }: Parts): Entries {
  const { t } = useTexts();
  const typed = text.trim();
  const [acts] = useState(pageActs);
  const found = useFound(typed);
  const fits = ({ label, text: more }: Entry) =>
    `${label} ${more ?? ''}`.toLowerCase().includes(typed.toLowerCase());
  const places = pagesOf(role).map<Entry>((page) => ({
    id: page.to,
    label: t(page.text),
    icon: page.icon,
    keys: `G ${page.letter}`,
    run: () => void navigate({ to: page.to }),
  }));
  const sections = [
    { title: t('onThisPage'), entries: acts.filter(fits) },
    { title: t('foundThings'), entries: found.entries },
    { title: t('goToPages'), entries: places.filter(fits) },
  ].filter(({ entries }) => entries.length > 0);
  const isEmpty = sections.length === 0;
  return {
    sections,
    note: found.hasFailed
      ? t('findFailed')
      : found.isFinding
        ? t('finding')
        : isEmpty
          ? t('nothingFound')
          : null,
  };
}

const PAUSE_MS = 200;

/** Asks every finder once the operator has paused; one that fails does not hide the others. */
function useFound(typed: string): {
  readonly entries: readonly Entry[];
  readonly isFinding: boolean;
  readonly hasFailed: boolean;
} {
  const asked = useSettled(typed, PAUSE_MS);
  const { data, isFetching } = useQuery({
    queryKey: ['found', asked],
    enabled: asked !== '',
    gcTime: 0,
    queryFn: async () => {
      const answers = await Promise.allSettled(
        allFinders().map(async ({ id, find }) => {
          const found = await find(asked);
          return found.map((each): Entry => ({ ...each, id: `${id} ${each.id}` }));
        }),
      );
      return {
        entries: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
        hasFailed: answers.some(({ status }) => status === 'rejected'),
      };
    },
  });
  return {
    entries: asked === typed ? (data?.entries ?? []) : [],
    isFinding: typed !== '' && (isFetching || asked !== typed),
    hasFailed: data?.hasFailed ?? false,
  };
}

/** A value that follows another one once that has not changed for a while. */
function useSettled(value: string, pauseMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
