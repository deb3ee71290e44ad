/** The saved selections of records, as the browser keeps them. Pure. */
import { NONE, type RecordFilters } from './record-filters.ts';

export interface View extends RecordFilters {
  readonly name: string;
  readonly tab: string;
}

export const VIEW_NAME_MAX = 24;
/** The oldest goes when another one is saved. */
const VIEWS_MAX = 12;

/**
 * Parses the saved views. Entries that cannot be read are dropped: another version of the site may
 * have written them.
 */
export function viewsOf(text: string): readonly View[] {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found.flatMap(viewOf).slice(-VIEWS_MAX) : [];
  } catch {
    return [];
  }
}

/** Adds a view, or replaces the one of the same name. */
export const withView = (views: readonly View[], view: View): readonly View[] =>
  [...withoutView(views, view.name), view].slice(-VIEWS_MAX);

export const withoutView = (views: readonly View[], name: string): readonly View[] =>
  views.filter((view) => view.name !== name);

/** A view that was saved before a filter existed does not filter by it. */
function viewOf(value: unknown): readonly View[] {
  if (typeof value !== 'object' || value === null) return [];
  const view = { name: '', tab: '', ...NONE };
  const texts = new Map<string, unknown>(Object.entries({ ...view, ...value }));
  const fields = Object.keys(view).map((field) => [field, texts.get(field)] as const);
  if (fields.some(([, text]) => typeof text !== 'string')) return [];
  const found = Object.fromEntries(fields) as unknown as View;
  return found.name === '' || found.tab === '' ? [] : [found];
}
