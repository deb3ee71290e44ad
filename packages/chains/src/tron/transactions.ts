/**
 * Transactions of TRON as bytes (protobuf): of two kinds only, a token's `transfer` and a transfer
 * of TRX. What is read is written again and compared, so no other bytes mean the same.
 */
import { createHash } from 'node:crypto';
import { recoverAddress, type Hex } from 'viem';
import { tronAddress } from '../addresses/chain-addresses.ts';
import { base58check } from '../addresses/utxo-networks.ts';

/** A transfer. Addresses are in TRON's form. */
export interface TronTransfer {
  readonly owner: string;
  readonly to: string;
  /** The token's contract; null for TRX. */
  readonly token: string | null;
  readonly units: bigint;
}

export const isSameTransfer = (a: TronTransfer, b: TronTransfer): boolean =>
  a.owner === b.owner && a.to === b.to && a.token === b.token && a.units === b.units;

export interface TronTransaction extends TronTransfer {
  /**
   * The transaction is valid only in chains with this block, which must be one of the last 65,536
   * (TAPOS).
   */
  readonly reference: BlockReference;
  /** The expiration: no block after one with this time can contain the transaction. */
  readonly expirationMs: number;
  /** A timestamp without meaning to the chain. */
  readonly timestampMs: number;
  /** The limit of the energy fee in the smallest unit of TRX; 0 for a transfer of TRX. */
  readonly feeLimit: bigint;
}

/** Two parts of a block, in hexadecimal: of its height, and of its hash. */
export interface BlockReference {
  readonly bytes: string;
  readonly hash: string;
}

export function referenceTo({
  height,
  hash,
}: {
  readonly height: number;
  readonly hash: string;
}): BlockReference {
  const bytes = height.toString(16).padStart(16, '0').slice(12);
  return { bytes, hash: hash.replace(/^0x/, '').slice(16, 32) };
}

const VERSION = 0x41;
const ADDRESS_BYTES = 21;

export function isTronAddress(text: string): boolean {
  try {
    bytesOfAddress(text);
    return true;
  } catch {
    return false;
  }
}

/** An address with its version byte, in hexadecimal, as nodes expect it. */
export const hexAddress = (address: string): string => bytesOfAddress(address).toString('hex');

function bytesOfAddress(address: string): Buffer {
  const bytes = Buffer.from(base58check.decode(address));
  if (bytes.length !== ADDRESS_BYTES || bytes[0] !== VERSION) throw new Error(`${address} is not of TRON`);
  return bytes;
}

/** The first bytes of the hash of `transfer(address,uint256)`. */
const TRANSFER_SELECTOR = 'a9059cbb';
const WORD_HEX = 64;

/** The two argument words of a `transfer` call, in hexadecimal. */
export function transferWords({ to, units }: Pick<TronTransfer, 'to' | 'units'>): string {
  return addressWord(to) + units.toString(16).padStart(WORD_HEX, '0');
}

/** An address as an argument of a contract call, in hexadecimal. */
export const addressWord = (address: string): string => hexAddress(address).slice(2).padStart(WORD_HEX, '0');

/** Protobuf field numbers, and numbers of contract types. */
const RAW = { bytes: 1, hash: 4, expiration: 8, contract: 11, timestamp: 14, feeLimit: 18 } as const;
const CONTRACT = { type: 1, parameter: 2 } as const;
const ANY = { url: 1, value: 2 } as const;
const SEND = { owner: 1, to: 2, units: 3 } as const;
const CALL = { owner: 1, contract: 2, data: 4 } as const;
const SIGNED = { raw: 1, signature: 2 } as const;
const KINDS = {
  send: { type: 1n, url: 'type.googleapis.com/protocol.TransferContract' },
  call: { type: 31n, url: 'type.googleapis.com/protocol.TriggerSmartContract' },
} as const;

/** The bytes that are signed, in hexadecimal. */
export function rawDataOf(transaction: TronTransaction): string {
  const { reference, expirationMs, timestampMs, feeLimit } = transaction;
  return message([
    [RAW.bytes, Buffer.from(reference.bytes, 'hex')],
    [RAW.hash, Buffer.from(reference.hash, 'hex')],
    [RAW.expiration, BigInt(expirationMs)],
    [RAW.contract, contractOf(transaction)],
    [RAW.timestamp, BigInt(timestampMs)],
    [RAW.feeLimit, feeLimit],
  ]).toString('hex');
}

function contractOf({ owner, to, token, units }: TronTransfer): Buffer {
  const { type, url } = token === null ? KINDS.send : KINDS.call;
  const value =
    token === null
      ? message([
          [SEND.owner, bytesOfAddress(owner)],
          [SEND.to, bytesOfAddress(to)],
          [SEND.units, units],
        ])
      : message([
          [CALL.owner, bytesOfAddress(owner)],
          [CALL.contract, bytesOfAddress(token)],
          [CALL.data, Buffer.from(TRANSFER_SELECTOR + transferWords({ to, units }), 'hex')],
        ]);
  const parameter = message([
    [ANY.url, Buffer.from(url)],
    [ANY.value, value],
  ]);
  return message([
    [CONTRACT.type, type],
    [CONTRACT.parameter, parameter],
  ]);
}

/** Decodes raw data; null for anything that `rawDataOf` would not write. */
export function readRawData(rawData: string): TronTransaction | null {
  try {
    const raw = fieldsOf(Buffer.from(rawData, 'hex'));
    const transaction = {
      reference: { bytes: hexIn(raw, RAW.bytes), hash: hexIn(raw, RAW.hash) },
      expirationMs: numberIn(raw, RAW.expiration),
      timestampMs: numberIn(raw, RAW.timestamp),
      feeLimit: amountIn(raw, RAW.feeLimit),
      ...transferIn(fieldsOf(bytesIn(raw, RAW.contract))),
    };
    return rawDataOf(transaction) === rawData ? transaction : null;
  } catch {
    return null;
  }
}

function transferIn(contract: Fields): TronTransfer {
  const value = fieldsOf(bytesIn(fieldsOf(bytesIn(contract, CONTRACT.parameter)), ANY.value));
  if (amountIn(contract, CONTRACT.type) === KINDS.send.type)
    return {
      owner: addressIn(value, SEND.owner),
      to: addressIn(value, SEND.to),
      token: null,
      units: amountIn(value, SEND.units),
    };
  const words = hexIn(value, CALL.data).slice(TRANSFER_SELECTOR.length);
  return {
    owner: addressIn(value, CALL.owner),
    token: addressIn(value, CALL.contract),
    to: tronAddress(Buffer.from(words.slice(WORD_HEX - 2 * (ADDRESS_BYTES - 1), WORD_HEX), 'hex')),
    units: BigInt(`0x${words.slice(WORD_HEX)}`),
  };
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

export const txidOf = (rawData: string): string => sha256(Buffer.from(rawData, 'hex')).toString('hex');

/** A transaction with its signature of 65 bytes, in hexadecimal, as nodes accept it. */
export function signedTransaction(rawData: string, signature: string): string {
  return message([
    [SIGNED.raw, Buffer.from(rawData, 'hex')],
    [SIGNED.signature, Buffer.from(signature, 'hex')],
  ]).toString('hex');
}

/** The signed raw data in a transaction as nodes accept it. */
export const rawDataIn = (raw: string): string => hexIn(fieldsOf(Buffer.from(raw, 'hex')), SIGNED.raw);

const SIGNATURE_HEX = 130;

/** The address that signed a transaction; null if `raw` is not this raw data with one signature. */
export async function signerOf(raw: string, rawData: string): Promise<string | null> {
  const signature = raw.slice(-SIGNATURE_HEX);
  if (signedTransaction(rawData, signature) !== raw) return null;
  const by = await recoverAddress({ hash: `0x${txidOf(rawData)}`, signature: `0x${signature}` });
  return tronAddress(Buffer.from(by.slice(2), 'hex'));
}

export const hashToSign = (rawData: string): Hex => `0x${txidOf(rawData)}`;

/** Values by the numbers of their fields. */
type Fields = ReadonlyMap<number, bigint | Buffer>;

/**
 * Encodes a protobuf message: fields in the order of their numbers, without zeros and empty ones.
 */
function message(fields: readonly (readonly [number, bigint | Buffer])[]): Buffer {
  const parts = fields.flatMap(([number, value]) => {
    if (typeof value === 'bigint')
      return value === 0n ? [] : [varint(BigInt(number << 3) | WIRE.varint), varint(value)];
    if (value.length === 0) return [];
    return [varint(BigInt(number << 3) | WIRE.bytes), varint(BigInt(value.length)), value];
  });
  return Buffer.concat(parts);
}

const WIRE = { varint: 0n, bytes: 2n } as const;
/** Amounts of TRON are signed and have 64 bits. */
const AMOUNT_MAX = 2n ** 63n - 1n;

function varint(value: bigint): Buffer {
  if (value < 0n || value > AMOUNT_MAX) throw new Error(`${value} does not fit into a field`);
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
}

/**
 * Decodes the fields of a message. Of a repeated field the last value counts; the comparison after
 * re-encoding reveals that.
 */
function fieldsOf(bytes: Buffer): Fields {
  const fields = new Map<number, bigint | Buffer>();
  let at = 0;
  const next = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined || shift > 63n) throw new Error('a number does not end');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = next();
    const [number, wire] = [Number(tag >> 3n), tag & 7n];
    if (wire === WIRE.varint) fields.set(number, next());
    else if (wire === WIRE.bytes) {
      const length = Number(next());
      if (at + length > bytes.length) throw new Error(`field ${number} is cut off`);
      fields.set(number, bytes.subarray(at, at + length));
      at += length;
    } else throw new Error(`field ${number} is of no kind that is read`);
  }
  return fields;
}

function bytesIn(fields: Fields, number: number): Buffer {
  const value = fields.get(number);
  if (!Buffer.isBuffer(value)) throw new Error(`field ${number} is missing`);
  return value;
}

function amountIn(fields: Fields, number: number): bigint {
  const value = fields.get(number) ?? 0n;
  if (typeof value !== 'bigint') throw new Error(`field ${number} is no number`);
  return value;
}

function numberIn(fields: Fields, number: number): number {
  const value = Number(amountIn(fields, number));
  if (!Number.isSafeInteger(value)) throw new Error(`field ${number} is too large`);
  return value;
}

const hexIn = (fields: Fields, number: number): string => bytesIn(fields, number).toString('hex');

const addressIn = (fields: Fields, number: number): string =>
  tronAddress(bytesIn(fields, number).subarray(1));
