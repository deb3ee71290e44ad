/**
 * Ports for servers of tests. Not those that the system gives to whoever connects: one that is free
 * now could be the end of somebody's connection when the server starts, minutes later.
 */
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Below the ports of outgoing connections: 32768 on Linux, 49152 elsewhere. */
const FIRST = 20_000;
const COUNT = 12_000;
const CLAIMS = path.join(os.tmpdir(), 'glasshouse-ports');

/** A port that nobody listens on, and that no other process gets while this one lives. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (claim(port) && (await isFree(port))) return port;
  }
}

/** Of processes that ended without giving their claim back, it is taken over. */
function claim(port: number): boolean {
  fs.mkdirSync(CLAIMS, { recursive: true, mode: 0o1777 });
  const file = path.join(CLAIMS, String(port));
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isAlive(Number(fs.readFileSync(file, 'utf8')))) return false;
    fs.writeFileSync(file, String(process.pid));
  }
  process.once('exit', () => fs.rmSync(file, { force: true }));
  return true;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = net.createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
