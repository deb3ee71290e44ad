/** Makes an Ed25519 key pair in the browser, both keys as PEM. The private one is only returned. */

export interface KeyPair {
  /** SPKI. */
  readonly publicKey: string;
  /** PKCS #8. */
  readonly privateKey: string;
}

/** Older browsers have no Ed25519, which only a try shows. */
let hasFailed = false;

/** Browsers give their cryptography to secure pages alone. */
export function canMakePair(): boolean {
  return window.isSecureContext && !hasFailed;
}

/** Null if this browser cannot make one. */
export async function makePair(): Promise<KeyPair | null> {
  try {
    return await madePair();
  } catch {
    hasFailed = true;
    return null;
  }
}

async function madePair(): Promise<KeyPair> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error('no key pair was made');
  const [spki, pkcs8] = await Promise.all([
    crypto.subtle.exportKey('spki', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ]);
  return { publicKey: pemOf('PUBLIC KEY', spki), privateKey: pemOf('PRIVATE KEY', pkcs8) };
}

function pemOf(name: string, bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  const lines = text.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${name}-----`, ...lines, `-----END ${name}-----`, ''].join('\n');
}

/** How the head of an Ed25519 public key reads as base64. */
const ED25519_HEAD = 'MCowBQYDK2Vw';

/** What the server compares with the key itself. */
export function kindOf(publicKey: string): 'ed25519' | 'rsa' {
  return publicKey.includes(ED25519_HEAD) ? 'ed25519' : 'rsa';
}
