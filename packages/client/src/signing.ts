/** Signatures of requests by API keys, made with WebCrypto in node and in browsers. */

/** An API key and what signs for it. */
export interface Credentials {
  readonly apiKey: string;
  /** The signature of a text, as requests carry it: hex for HMAC, base64 for Ed25519. */
  readonly sign: (payload: string) => Promise<string>;
}

const ENCODER = new TextEncoder();

/** `secret`: the text that the platform has shown once. */
export async function hmacKey(apiKey: string, secret: string): Promise<Credentials> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', ENCODER.encode(secret), hmac, false, ['sign']);
  return {
    apiKey,
    sign: async (payload) => hexOf(await crypto.subtle.sign('HMAC', key, ENCODER.encode(payload))),
  };
}

/** `privateKey`: PKCS #8 as PEM. */
export async function ed25519Key(apiKey: string, privateKey: string): Promise<Credentials> {
  const key = await crypto.subtle.importKey('pkcs8', bytesOfPem(privateKey), 'Ed25519', false, ['sign']);
  return {
    apiKey,
    sign: async (payload) => base64Of(await crypto.subtle.sign('Ed25519', key, ENCODER.encode(payload))),
  };
}

export type Values = Readonly<Record<string, unknown>>;

/** The text that the signature of a request over a socket is of: its parameters by name. */
export const socketPayload = (parameters: Values): string =>
  Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${textOf(parameters[name])}`)
    .join('&');

/** Parameters as a query or a form, without those that are undefined. */
export const formOf = (parameters: Values): string =>
  Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(textOf(value))}`]))
    .join('&');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

const base64Of = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));

function bytesOfPem(pem: string): Uint8Array<ArrayBuffer> {
  const text = pem.replace(/-----[^-]+-----|\s/g, '');
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}
