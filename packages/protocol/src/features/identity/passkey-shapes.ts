/**
 * The WebAuthn JSON that browser and server exchange for passkeys, as far as the protocol parses
 * it.
 */
import * as z from 'zod';

const TEXT_MAX = 20_000;
/** Of a call with a browser's answer: keys and certificates, besides its text. */
export const ANSWER_BYTES_MAX = 32_768;

/** The options for a browser. */
export const browserOptions = z.record(z.string(), z.unknown());
/** The browser's answer. The server's WebAuthn library checks its parts. */
export const browserAnswer = z.looseObject({
  id: z.string().max(1400),
  rawId: z.string().max(1400),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().max(TEXT_MAX) }),
});
