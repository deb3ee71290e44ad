/** The articles in one language, in one file of their own that only the help center loads. */
import type { Compiled } from '#shared/content/blocks.ts';

export const FILES: Readonly<Record<string, Compiled>> = import.meta.glob<Compiled>(
  '/src/features/*/articles/**/*.zh.md',
  { eager: true, import: 'default' },
);
