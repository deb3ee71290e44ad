/** The address and method of a call, by its name. */
import type { CallName } from '@glasshouse/protocol';
import { usualPath } from './call-path.ts';
import { FOLDERS, FORM_PREFIX, KINDS, UNUSUAL_PATHS } from './call-routes.gen.ts';

type Kinds = typeof KINDS;
export interface CallRoute {
  readonly path: string;
  /**
   * How the input is sent: in the body as JSON or as a form, or in the query, with or without a
   * file as the body.
   */
  readonly sends: 'json' | 'form' | 'query' | 'file';
  readonly movesMoney: boolean;
}
/** The calls whose body is a file. */
export type UploadName = {
  [N in keyof Kinds]: Kinds[N] extends 'upload' ? N : never;
}[keyof Kinds];

/** The calls that reply with a file. */
export type DownloadName = {
  [N in keyof Kinds]: Kinds[N] extends 'download' ? N : never;
}[keyof Kinds];
/** Calls without a file in either direction. */
export type PlainCallName = Exclude<CallName, UploadName | DownloadName>;

const paths: Readonly<Partial<Record<CallName, string>>> = UNUSUAL_PATHS;
const kinds: Readonly<Partial<Record<CallName, Kinds[keyof Kinds]>>> = KINDS;

export function routeOf(name: CallName): CallRoute {
  const feature = name.slice(0, name.indexOf('/')) as keyof typeof FOLDERS;
  const path = paths[name] ?? usualPath(FOLDERS[feature], name);
  const kind = kinds[name];
  const body = path.startsWith(FORM_PREFIX) ? 'form' : 'json';
  return {
    path,
    sends: kind === 'get' ? 'query' : kind === 'upload' ? 'file' : body,
    movesMoney: kind === 'money',
  };
}
