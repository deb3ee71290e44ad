/**
 * The thread of a flood: opens the connections of its plan, reopens lost ones, and counts the
 * replies.
 */
import fs from 'node:fs';
import { request } from 'node:http';
import net from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';
import type { FloodCounts, FloodPlan, RequestFlood, StreamFlood, UploadFlood } from './flood.ts';

const { port, plan } = workerData as { readonly port: number; readonly plan: FloodPlan };
const counts: FloodCounts = { opened: 0, refused: 0, open: 0, answers: {} };
/** Interval between new connections, so that the listener's backlog does not overflow. */
const OPEN_EVERY_MS = 20;
const OPEN_AT_ONCE = 50;
const REOPEN_MS = 50;
/** Time after which a connection with missing replies sends again. */
const ASK_AGAIN_MS = 2_000;
const FRAME_EVERY_MS = 5;
const STATUS_LINE = 'HTTP/1.1 ';

parentPort?.on('message', () => parentPort?.postMessage(counts));
const count = (name: string): void => {
  counts.answers[name] = (counts.answers[name] ?? 0) + 1;
};

/** Opens all connections, some at a time. */
function openAll(total: number, open: (index: number) => void): void {
  let next = 0;
  const timer = setInterval(() => {
    for (let n = 0; n < OPEN_AT_ONCE && next < total; n++) open(next++);
    if (next >= total) clearInterval(timer);
  }, OPEN_EVERY_MS);
}

const addressAt = (addresses: readonly string[], index: number): string =>
  addresses[index % addresses.length] ?? '127.0.0.1';

function floodRequests({ connections, addresses, requests, depth, isReading }: RequestFlood): void {
  let sent = 0;
  const batch = (): string =>
    Array.from({ length: depth }, () => requests[sent++ % requests.length] ?? '').join('');
  const open = (index: number): void => {
    const socket = net.connect({
      host: '127.0.0.1',
      port,
      localAddress: addressAt(addresses, index),
      noDelay: true,
    });
    let isOpened = false;
    let answered = 0;
    let tail = '';
    const ask = (): void => {
      answered = 0;
      if (depth > 0 && socket.writable) socket.write(batch());
    };
    const timer = setInterval(() => {
      if (isReading && answered < depth) ask();
    }, ASK_AGAIN_MS);
    socket.once('connect', () => {
      isOpened = true;
      counts.opened++;
      counts.open++;
      socket.once('close', () => counts.open--);
      ask();
    });
    if (isReading)
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        const text = tail + chunk;
        for (let at = text.indexOf(STATUS_LINE); at >= 0; at = text.indexOf(STATUS_LINE, at + 1)) {
          if (at + STATUS_LINE.length + 3 > text.length) break;
          count(text.slice(at + STATUS_LINE.length, at + STATUS_LINE.length + 3));
          answered++;
        }
        // A status line that is split between chunks counts with the second one.
        const last = text.lastIndexOf(STATUS_LINE.slice(0, 5));
        const kept = text.length - STATUS_LINE.length - 3;
        tail = last > kept ? text.slice(last) : '';
        if (answered >= depth && depth > 0) ask();
      });
    socket.on('error', () => {});
    socket.once('close', () => {
      clearInterval(timer);
      if (!isOpened) counts.refused++;
      if (depth > 0) setTimeout(() => open(index), REOPEN_MS);
    });
  };
  openAll(connections, open);
}

function floodStreams({ sockets, addresses, frames }: StreamFlood): void {
  const open = (index: number): void => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
      localAddress: addressAt(addresses, index),
      perMessageDeflate: false,
    });
    let isOpened = false;
    let sent = 0;
    let timer: NodeJS.Timeout | undefined;
    socket.once('open', () => {
      isOpened = true;
      counts.opened++;
      counts.open++;
      socket.once('close', () => counts.open--);
      if (frames.length > 0)
        timer = setInterval(
          () => socket.send(frames[sent++ % frames.length] ?? '', () => {}),
          FRAME_EVERY_MS,
        );
    });
    socket.on('message', () => count('frames'));
    socket.once('unexpected-response', (_request, { statusCode }) => {
      count(String(statusCode));
      socket.terminate();
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      clearInterval(timer);
      if (!isOpened) counts.refused++;
      if (frames.length > 0) setTimeout(() => open(index), REOPEN_MS);
    });
  };
  openAll(sockets, open);
}

function floodUploads({ file, type, tokens, count: total, heldMs }: UploadFlood): void {
  const bytes = fs.readFileSync(file);
  for (let index = 0; index < total; index++) {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: '/bb/app/kyc/uploadPhoto?side=front',
        method: 'POST',
        headers: {
          'content-type': type,
          'content-length': bytes.length,
          'x-access-token': tokens[index % tokens.length] ?? '',
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('end', () => {
          count(String(response.statusCode));
          count(/"error":"([^"]+)"/.exec(text)?.[1] ?? 'taken');
        });
      },
    );
    sent.once('error', () => count('closed'));
    sent.write(bytes.subarray(0, -1));
    setTimeout(() => sent.end(bytes.subarray(-1)), heldMs);
    counts.opened++;
  }
}

switch (plan.kind) {
  case 'requests':
    floodRequests(plan);
    break;
  case 'stream':
    floodStreams(plan);
    break;
  case 'uploads':
    floodUploads(plan);
}
