/** Identifies a requester before sign-in: a browser by its cookie, a program by its network. */
import { hash, randomBytes } from 'node:crypto';
import type { Caller } from '../../http/handler.ts';
import { networkOf } from './sign-in-networks.ts';

const DEVICE = /^[\w-]{22}$/;
const DEVICE_BYTES = 16;

type Asking = Pick<Caller, 'ip' | 'cookies' | 'origin'>;

/**
 * The calling browser as a hash, so that somebody who reads our tables cannot impersonate it; null
 * for programs.
 */
export function deviceOf({ cookies }: Pick<Caller, 'cookies'>): string | null {
  const device = cookies.read('device');
  return device !== null && DEVICE.test(device) ? hash('sha256', device, 'base64url') : null;
}

/**
 * Gives the browser an id if it has none. Only pages send an Origin; programs may be unable to keep
 * a cookie.
 */
export function nameDevice(caller: Asking): void {
  if (caller.origin === null || deviceOf(caller) !== null) return;
  caller.cookies.write('device', randomBytes(DEVICE_BYTES).toString('base64url'));
}

/** The owner of a mailed code. */
export function requesterOf(caller: Asking): string {
  const device = deviceOf(caller);
  return device === null ? networkOf(caller.ip) : `device:${device}`;
}
