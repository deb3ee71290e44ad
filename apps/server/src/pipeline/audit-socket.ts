/**
 * Lets `npm run audit` look at a running server with an embedded database, which only one process may open: a unix socket in the data folder,
 * which answers one audit per connection as one line of JSON. Only who may read the folder can reach it.
 */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type { Finding } from './cross-checks.ts';

const ANSWER_BYTES_MAX = 10_000_000;

export function auditSocketPath(dataDir: string): string {
  return path.resolve(dataDir, 'audit.sock');
}

/** Answers the function that closes it. A left-over of a killed server is replaced: who calls this holds the database's lock. */
export async function serveAudits(
  dataDir: string,
  audit: () => Promise<readonly Finding[]>,
): Promise<() => void> {
  const file = auditSocketPath(dataDir);
  fs.rmSync(file, { force: true });
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    audit().then(
      (findings) => socket.end(`${JSON.stringify(findings)}\n`),
      () => socket.destroy(),
    );
  });
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(file, resolve);
  });
  fs.chmodSync(file, 0o600);
  return () => void server.close();
}

/** The findings of the server that runs on this folder; null where none runs. */
export async function askForAudit(dataDir: string): Promise<readonly Finding[] | null> {
  const file = auditSocketPath(dataDir);
  if (!fs.existsSync(file)) return null;
  const socket = net.connect(file);
  try {
    let text = '';
    for await (const chunk of socket.setEncoding('utf8')) {
      text += String(chunk);
      if (text.length > ANSWER_BYTES_MAX) throw new Error('the answer of the running server is too long');
    }
    if (text === '') throw new Error('the running server could not finish the audit; its log says why');
    return JSON.parse(text) as readonly Finding[];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return null;
    throw error;
  } finally {
    socket.destroy();
  }
}
