/** The saved selections of records, as the browser keeps them. Pure. */
import type { RecordFilters } from './record-filters.ts';

export interface View extends RecordFilters {
  readonly name: string;
  readonly tab: string;
}

export const VIEW_NAME_MAX = 24;
/** The oldest goes when another one is saved. */
const VIEWS_MAX = 12;
const FIELDS = ['name', 'tab', 'pair', 'coin', 'status', 'from', 'to'] as const;

/** What cannot be read is no view; another version of the site may have written it. */
export function viewsOf(text: string): readonly View[] {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found.filter(isView).slice(-VIEWS_MAX) : [];
  } catch {
    return [];
  }
}

/** One of the same name is replaced. */
export const withView = (views: readonly View[], view: View): readonly View[] =>
  [...withoutView(views, view.name), view].slice(-VIEWS_MAX);

export const withoutView = (views: readonly View[], name: string): readonly View[] =>
  views.filter((view) => view.name !== name);

function isView(value: unknown): value is View {
  if (typeof value !== 'object' || value === null) return false;
  const texts = new Map<string, unknown>(Object.entries(value));
  return FIELDS.every((field) => typeof texts.get(field) === 'string');
}
