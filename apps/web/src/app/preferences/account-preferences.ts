/**
 * Keeps choices of the browser with the account of whoever is signed in. The browser's storage
 * stays what components read; here changes go to the account, and those of other tabs and devices
 * come from it. When the user leaves, what the account has leaves the browser. Loaded once somebody
 * is signed in.
 */
import { call, CallError } from '#data/api.ts';
import { session } from '#data/session.ts';
import { listenAccount } from '#data/stream.ts';
import { PREFIX } from '#shared/preference.ts';
import { followRemembered } from '#shared/remember.ts';
import { merged } from './merged.ts';
import { moveAlerts, tellOfAlert } from './price-alerts.ts';

/** Lists in them that never met are joined; of the others the account keeps its own. */
const JOINED = /^(favourites|drawings\/.+)$/;
/** What stays in the browser. Every other preference is kept. */
const OF_BROWSER: ReadonlySet<string> = new Set(['trade-panels', 'record-views', 'price-alerts', 'balances']);
const STATE_KEY = 'preferences-kept';
const SEND_AFTER_MS = 500;
/** A longer text stays in this browser; as in the protocol. */
const LENGTH_MAX = 16_000;

/** What is known of the account's texts. */
interface State {
  readonly userId: string;
  readonly kept: Readonly<Record<string, { readonly version: number; readonly text: string }>>;
}

const hasOwnKey = (name: string): boolean => name === 'up' || name.startsWith('drawings/');
const keyOf = (name: string): string => (hasOwnKey(name) ? name : PREFIX + name);
function nameOf(key: string): string | undefined {
  if (hasOwnKey(key)) return key;
  const name = key.startsWith(PREFIX) ? key.slice(PREFIX.length) : '';
  return name === '' || OF_BROWSER.has(name) ? undefined : name;
}
const textOf = (name: string): string => localStorage.getItem(keyOf(name)) ?? '';

/** Writes a text that this tab did not choose, so that its components notice it. */
function show(name: string, text: string): void {
  const [key, newValue] = [keyOf(name), text === '' ? null : text];
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

function stateOf(userId: string): State {
  const state = readState();
  return state?.userId === userId ? state : { userId, kept: {} };
}
function readState(): State | null {
  try {
    return JSON.parse(localStorage.getItem(STATE_KEY) ?? 'null') as State | null;
  } catch {
    return null;
  }
}
function note(userId: string, name: string, now: { readonly version: number; readonly text: string }): void {
  const { kept } = stateOf(userId);
  localStorage.setItem(STATE_KEY, JSON.stringify({ userId, kept: { ...kept, [name]: now } }));
}

let user = '';
const planned = new Map<string, ReturnType<typeof setTimeout>>();
let work: Promise<unknown> = Promise.resolve();

/** One after the other. What fails is tried again with the next change or connection. */
function inOrder(job: (userId: string) => Promise<void>): void {
  const of = user;
  work = work.then(() => (of === user && of !== '' ? job(of) : undefined)).catch(() => undefined);
}

export function keepPreferences(): void {
  followRemembered((key) => {
    const name = nameOf(key);
    if (name === undefined || user === '') return;
    // From now on it is the user's, whether or not it reaches the account before they leave.
    if (stateOf(user).kept[name] === undefined) note(user, name, { version: 0, text: '' });
    plan(name);
  });
  listenAccount((frame) => {
    if (frame.type === 'account' && frame.previous === null) inOrder(readAll);
    if (frame.type === 'price-alert') tellOfAlert(frame);
    if (frame.type !== 'preference') return;
    inOrder(async (userId) => {
      if ((stateOf(userId).kept[frame.name]?.version ?? 0) < frame.version) await readAll(userId);
    });
  });
  session.subscribe(follow);
  follow();
}

/** Begins for another user. */
function follow(): void {
  const next = session.get()?.userId ?? '';
  if (next === user) return;
  for (const timer of planned.values()) clearTimeout(timer);
  planned.clear();
  user = next;
  forgetOthers();
  inOrder(readAll);
  inOrder(moveAlerts);
}

/**
 * Takes away what the account of another user has. While nobody is signed in, what has not reached
 * that account yet stays for its return.
 */
function forgetOthers(): void {
  const state = readState();
  if (state === null || state.userId === user) return;
  let isLeft = false;
  for (const [name, { text }] of Object.entries(state.kept)) {
    if (user !== '' || textOf(name) === text) show(name, '');
    else isLeft = true;
  }
  if (!isLeft) localStorage.removeItem(STATE_KEY);
}

async function readAll(userId: string): Promise<void> {
  const rows = await call('preferences/get-all', {}, { quiet: true });
  if (userId !== user) return;
  const theirs = new Map(rows.map((row) => [row.name, row]));
  const here = Object.keys(localStorage).map(nameOf);
  for (const name of new Set([...theirs.keys(), ...here]))
    if (name !== undefined && nameOf(keyOf(name)) === name) meet(userId, name, theirs.get(name));
}

/** Joins the account's text and the browser's. */
function meet(userId: string, name: string, row: { version: number; value: string } | undefined): void {
  const { version, value: theirs } = row ?? { version: 0, value: '' };
  const base = stateOf(userId).kept[name];
  const mine = textOf(name);
  const text =
    base?.version === version ? mine : merged({ base: base?.text, mine, theirs, joins: JOINED.test(name) });
  if (text !== mine) show(name, text);
  if (row !== undefined) note(userId, name, { version, text: theirs });
  if (text !== theirs) plan(name);
}

function plan(name: string): void {
  clearTimeout(planned.get(name));
  planned.set(
    name,
    setTimeout(() => inOrder((userId) => send(userId, name)), SEND_AFTER_MS),
  );
}

async function send(userId: string, name: string): Promise<void> {
  planned.delete(name);
  const { version, text } = stateOf(userId).kept[name] ?? { version: 0, text: '' };
  const value = textOf(name);
  if (value === text || value.length > LENGTH_MAX) return;
  try {
    const reply = await call('preferences/set', { name, version, value }, { quiet: true });
    if (userId === user) note(userId, name, { version: reply.version, text: value });
  } catch (error) {
    if (error instanceof CallError && error.error === 'preferences/changed') await readAll(userId);
  }
}
