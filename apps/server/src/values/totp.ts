/** Codes of an authenticator (RFC 6238): six digits that change every 30 seconds. */
import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** One step early or late, because clocks differ. */
const WINDOW_STEPS = 1;
const SECRET_BYTES = 20;

interface Enrolment {
  readonly issuer: string;
  readonly label: string;
}

export const makeTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What an authenticator reads; it shows the issuer, the platform's name, beside the label. */
export const totpUri = (secret: string, { issuer, label }: Enrolment): string =>
  totpOf(secret, { issuer, label }).toString();

/** The code of a moment. */
export const totpCode = (secret: string, nowMs: number): string =>
  totpOf(secret).generate({ timestamp: nowMs });

/** The time step of a code, which is to be used once; null if the code is wrong. */
export function totpStep(secret: string, code: string, nowMs: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(nowMs / 1000 / STEP_SECONDS) + delta;
}

function totpOf(secret: string, enrolment: Partial<Enrolment> = {}): TOTP {
  return new TOTP({
    ...enrolment,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}
