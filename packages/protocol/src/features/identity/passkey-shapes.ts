/** What passes between browser and server for passkeys (WebAuthn's JSON forms), as far as the protocol looks into it. */
import * as z from 'zod';

const TEXT_MAX = 20_000;

/** The options a browser is given. */
export const browserOptions = z.record(z.string(), z.unknown());
/** The browser's answer: the server's WebAuthn library judges its parts. */
export const browserAnswer = z.looseObject({
  id: z.string().max(1400),
  rawId: z.string().max(1400),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().max(TEXT_MAX) }),
});
