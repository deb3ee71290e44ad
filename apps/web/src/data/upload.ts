/** Sends a file as the body of a call. */
import { acceptLanguage, savedLanguage } from '#shared/language.ts';
import { CallError, type Reply } from './api.ts';
import { credentialHeaders } from './session.ts';

/** A photo over a slow line. */
const UPLOAD_TIMEOUT_MS = 90_000;
const SUCCESS = 1;

export async function upload<T>(
  path: string,
  file: Blob,
  query: Readonly<Record<string, string>>,
): Promise<T> {
  const headers = new Headers({
    'Accept-Language': acceptLanguage(savedLanguage()),
    'Content-Type': file.type === '' ? 'application/octet-stream' : file.type,
    ...credentialHeaders(),
  });
  let reply: Reply;
  try {
    const response = await fetch(`${path}?${new URLSearchParams(query).toString()}`, {
      method: 'POST',
      headers,
      body: file,
      signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
    });
    reply = (await response.json()) as Reply;
  } catch {
    throw new CallError('network', 'no answer');
  }
  if (reply.code === SUCCESS) return reply.data as T;
  throw new CallError('refused', reply.msg ?? '', reply.error === undefined ? {} : { error: reply.error });
}
