/** Calls that reply with a file. */
import type { SavedFile } from '@glasshouse/ui';
import { CallError, dataOf, fetchOf, TOLD_STATUS, type CallInput, type Reply } from './api.ts';
import type { DownloadName } from './call-route.ts';
import type { Payload } from './payload.ts';
import { session } from './session.ts';

/** However long it takes. */
export async function download<N extends DownloadName>(name: N, input: CallInput<N>): Promise<SavedFile> {
  const request = { name, input: (input ?? {}) as Payload, quiet: true };
  try {
    const response = await fetch(...fetchOf(request, null));
    const [, file] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    if (file !== undefined) return { name: file, content: await response.blob() };
    if (response.status !== 200 && !TOLD_STATUS.has(response.status))
      throw new CallError('status', `status ${response.status}`);
    return dataOf(request, (await response.json()) as Reply, session.get()?.token) as never;
  } catch (error) {
    throw error instanceof CallError ? error : new CallError('network', 'the file was cut off');
  }
}
