/**
 * Reads the environment; nothing else does. Every setting has its default here and is checked
 * before anything starts.
 */
import { deflateRawSync } from 'node:zlib';
import { ChainAddresses, type AddressFamily } from '@glasshouse/chains';
import type { Chain, WatchedChain } from '@glasshouse/protocol/wallet';
import * as z from 'zod';
import { isAddress } from '@glasshouse/protocol/wallet/address-formats';
import { isChatAddress, OWN_CHAT } from './values/chat-address.ts';
import { IDENTITY_OPERATIONS, operationsIn } from './values/operation-list.ts';
import { readWalletTerms, type AllWalletTerms } from './chains/paying/wallet-terms.ts';
import type { MarketSource } from './contract/market-source.ts';
import {
  ConfigError,
  feedFields,
  feedSocketIn,
  marketSourceIn,
  parsedSettings,
  withDefault,
  type Environment,
  type LogLevel,
} from './feed-config.ts';

/** Soon enough that a case appears on an open page, seldom enough to cost nothing. */
const WATCH_EVERY_MS = 10_000;
const DEMO_RATE_LIMIT_FACTOR = 20;
const optionalUrl = withDefault(z.url().optional());
/** What browsers open: a link of another protocol would run in the page, or open a program. */
const optionalWebUrl = withDefault(z.url({ protocol: /^https?$/ }).optional());
const optionalSecret = withDefault(z.string().min(32, 'at least 32 characters').optional());

function listIn(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** An extended public key from which addresses can be derived. */
const extendedKey = (family: AddressFamily) =>
  z
    .string()
    .refine((key) => isExtendedKey(family, key), 'not an extended public key of an account (xpub…)')
    .optional();

function isExtendedKey(family: AddressFamily, key: string): boolean {
  try {
    return new ChainAddresses(family, key).at(0) !== '';
  } catch {
    return false;
  }
}

const addressOn = (chain: Chain) =>
  withDefault(
    z
      .string()
      .refine((text) => isAddress(chain, text), `not an address of ${chain}`)
      .optional(),
  );

const nodeUrls = withDefault(z.string().default('')).transform(listIn).pipe(z.array(z.url()));

/** `setup/settings.ts` says what each means. */
const environment = z.object({
  MODE: withDefault(z.enum(['demo', 'production']).default('demo')),
  PORT: withDefault(z.coerce.number().int().min(0).max(65_535).default(8080)),
  HOST: withDefault(z.string().default('127.0.0.1')),
  DATABASE_URL: optionalUrl,
  SMTP_URL: optionalUrl,
  MAIL_FROM: withDefault(z.string().default('no-reply@glasshouse.example')),
  PUBLIC_URL: optionalWebUrl,
  OPERATOR_PORT: withDefault(z.coerce.number().int().min(0).max(65_535).optional()),
  OPERATOR_URL: optionalWebUrl,
  MOBILE_URL: optionalWebUrl,
  ...feedFields,
  MASTER_KEY: optionalSecret,
  CUSTOMER_SERVICE_URL: withDefault(
    z.string().default('').refine(isChatAddress, `${OWN_CHAT} or an https address`),
  ),
  CUSTOMER_SERVICE_EMAIL: withDefault(z.string().default('support@glasshouse.example')),
  TRUST_PROXY: withDefault(z.string().default('')),
  RATE_LIMIT_FACTOR: withDefault(z.coerce.number().min(0.1).max(1000).optional()),
  KYC_QUICK: withDefault(z.enum(['on', 'off']).optional()),
  KYC_REQUIRED_FOR: withDefault(
    z
      .string()
      .default('trade,speculate,exchange,invest,subscribe,withdraw')
      .refine((text) => operationsIn(text) !== null, `names among ${IDENTITY_OPERATIONS.join(', ')}`),
  ),
  PASSWORD_LENGTH_MAX: withDefault(z.coerce.number().int().min(24).max(128).default(24)),
  CHAIN_XPUB_EVM: withDefault(extendedKey('EVM')),
  CHAIN_XPUB_TRON: withDefault(extendedKey('TRON')),
  CHAIN_XPUB_BTC: withDefault(extendedKey('BTC')),
  CHAIN_XPUB_LTC: withDefault(extendedKey('LTC')),
  CHAIN_XPUB_DOGE: withDefault(extendedKey('DOGE')),
  CHAIN_NODES_TRC20: nodeUrls,
  CHAIN_HTTP_TRC20: nodeUrls,
  CHAIN_NODES_ERC20: nodeUrls,
  CHAIN_NODES_BEP20: nodeUrls,
  CHAIN_NODES_BTC: nodeUrls,
  CHAIN_NODES_LTC: nodeUrls,
  CHAIN_NODES_DOGE: nodeUrls,
  WALLET_TERMS: withDefault(z.string().optional()),
  PAYER_PASS_MS: withDefault(z.coerce.number().int().min(50).max(600_000).default(3_000)),
  PAYER_SOCKET: withDefault(z.string().optional()),
  SIGNER_DIR: withDefault(z.string().optional()),
  SIGNING_SOCKET: withDefault(z.string().optional()),
  VOUCHER_ADDRESS_XRP: addressOn('XRP'),
  VOUCHER_ADDRESS_ADA: addressOn('ADA'),
  VOUCHER_ADDRESS_EOS: addressOn('EOS'),
  DEMO_BLOCK_MS: withDefault(z.coerce.number().int().min(0).max(60_000).default(5_000)),
  WEB_DIR: withDefault(z.string().optional()),
  METRICS_TOKEN: optionalSecret,
});

export type SettingName = keyof z.output<typeof environment>;

/** What is wrong with a value of a setting; null: nothing. */
export function problemOf(name: SettingName, value: string): string | null {
  const parsed = environment.shape[name].safeParse(value);
  return parsed.success ? null : parsed.error.issues.map(({ message }) => message).join('; ');
}

/** As the environment would name it; '' if it has none. */
export function defaultOf(name: SettingName): string {
  type Parsed = { readonly data?: string | number | readonly string[] };
  const { data = '' } = environment.shape[name].safeParse(undefined) as Parsed;
  return String(data);
}

export interface Config {
  readonly mode: 'demo' | 'production';
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly publicUrl: string | null;
  /** The port of the back office; null: it is at the site's. */
  readonly operatorPort: number | null;
  readonly operatorUrl: string | null;
  readonly mobileUrl: string | null;
  readonly marketSource: MarketSource;
  /** The socket of the feed's process; null: ticks are made in a thread of this one. */
  readonly feedSocket: string | null;
  /**
   * The server's secrets are derived from it. Null in demo: one is generated and kept in the data
   * folder.
   */
  readonly masterKey: string | null;
  readonly customerServiceUrl: string;
  readonly customerServiceEmail: string;
  readonly logLevel: LogLevel;
  readonly trustProxy: readonly string[];
  /** Multiplies the limits per network address, see http/limits.ts. */
  readonly rateLimitFactor: number;
  /** Demo only: users who have submitted no documents count as verified. */
  readonly kycQuick: boolean;
  /** The operations that need a verified identity until an operator sets others: with commas. */
  readonly kycRequiredFor: string;
  readonly passwordLengthMax: number;
  readonly chainKeys: Readonly<Record<AddressFamily, string | undefined>>;
  /** The addresses of nodes, by chain. */
  readonly chainNodes: Readonly<Record<string, readonly string[]>>;
  /** By chain: the HTTP API addresses of the same nodes, for payments that need them. */
  readonly chainHttp: Readonly<Record<string, readonly string[]>>;
  /** The wallet terms, by chain. A chain that is paid by hand has none. */
  readonly walletTerms: AllWalletTerms;
  /** By chain: where vouchers are paid to. */
  readonly payTo: Readonly<Record<string, string | undefined>>;
  /** Where the server answers the payer and the signer; null: in the data folder. */
  readonly payerSocket: string | null;
  readonly signingSocket: string | null;
  readonly demoBlockMs: number;
  /** Between two looks of the watch; 0, in tests alone: it looks when it is asked to. */
  readonly watchEveryMs: number;
  /** The folder of the built site; null: where the build writes it. */
  readonly webDir: string | null;
  readonly metricsToken: string | null;
}

/**
 * Production does not start without these, because it would be unsafe or would simulate what it
 * should do.
 */
const REQUIRED_IN_PRODUCTION = [
  ['MASTER_KEY', 'a secret of at least 32 characters, from which all others are derived'],
  ['DATABASE_URL', 'a PostgreSQL address'],
  ['SMTP_URL', 'the mail server that sends codes'],
  ['MARKET_SOURCE', "exchanges that prices come from, such as 'ccxt:binance,okx,htx'"],
  ['PUBLIC_URL', 'the address users open'],
] as const;

export const valuesIn = (env: Environment): z.output<typeof environment> => parsedSettings(environment, env);

export function readConfig(env: Environment): Config {
  const values = valuesIn(env);
  if (values.MODE === 'production') refuseUnsafeProduction(values);
  return {
    mode: values.MODE,
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    publicUrl: values.PUBLIC_URL ?? null,
    operatorPort: values.OPERATOR_PORT ?? null,
    operatorUrl: values.OPERATOR_URL ?? null,
    mobileUrl: values.MOBILE_URL ?? null,
    marketSource: marketSourceIn(values),
    feedSocket:
      values.MODE === 'production' || values.FEED_SOCKET !== undefined ? feedSocketIn(values) : null,
    masterKey: values.MASTER_KEY ?? null,
    customerServiceUrl: values.CUSTOMER_SERVICE_URL,
    customerServiceEmail: values.CUSTOMER_SERVICE_EMAIL,
    logLevel: values.LOG_LEVEL,
    trustProxy: listIn(values.TRUST_PROXY),
    rateLimitFactor: values.RATE_LIMIT_FACTOR ?? (values.MODE === 'demo' ? DEMO_RATE_LIMIT_FACTOR : 1),
    kycQuick: values.MODE === 'demo' && values.KYC_QUICK !== 'off',
    kycRequiredFor: values.KYC_REQUIRED_FOR,
    passwordLengthMax: values.PASSWORD_LENGTH_MAX,
    chainKeys: keysIn(values),
    chainNodes: nodesIn(values),
    chainHttp: httpIn(values),
    walletTerms: walletTermsIn(values),
    payTo: {
      XRP: values.VOUCHER_ADDRESS_XRP,
      ADA: values.VOUCHER_ADDRESS_ADA,
      EOS: values.VOUCHER_ADDRESS_EOS,
    },
    ...socketsIn(values),
    demoBlockMs: values.DEMO_BLOCK_MS,
    watchEveryMs: WATCH_EVERY_MS,
    webDir: values.WEB_DIR ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
  };
}

export const socketsIn = ({ PAYER_SOCKET, SIGNING_SOCKET }: z.output<typeof environment>) => ({
  payerSocket: PAYER_SOCKET ?? null,
  signingSocket: SIGNING_SOCKET ?? null,
});

export const keysIn = (values: z.output<typeof environment>): Config['chainKeys'] => ({
  EVM: values.CHAIN_XPUB_EVM,
  TRON: values.CHAIN_XPUB_TRON,
  BTC: values.CHAIN_XPUB_BTC,
  LTC: values.CHAIN_XPUB_LTC,
  DOGE: values.CHAIN_XPUB_DOGE,
});

export const nodesIn = (
  values: z.output<typeof environment>,
): Readonly<Record<WatchedChain, readonly string[]>> => ({
  TRC20: values.CHAIN_NODES_TRC20,
  ERC20: values.CHAIN_NODES_ERC20,
  BEP20: values.CHAIN_NODES_BEP20,
  BTC: values.CHAIN_NODES_BTC,
  LTC: values.CHAIN_NODES_LTC,
  DOGE: values.CHAIN_NODES_DOGE,
});

const JSON_RPC_PATH = /\/jsonrpc\/?$/;

export function httpIn({ CHAIN_NODES_TRC20: nodes, CHAIN_HTTP_TRC20: given }: z.output<typeof environment>) {
  const known = nodes.filter((url) => JSON_RPC_PATH.test(url));
  const derived = known.length < nodes.length ? [] : known.map((url) => url.replace(JSON_RPC_PATH, ''));
  return { TRC20: given.length > 0 ? given : derived };
}

export function walletTermsIn(values: z.output<typeof environment>): AllWalletTerms {
  if (values.WALLET_TERMS === undefined) return {};
  try {
    const terms = readWalletTerms(values.WALLET_TERMS);
    const nodes: Config['chainNodes'] = nodesIn(values);
    for (const chain of Object.keys(terms))
      if ((nodes[chain] ?? []).length === 0) throw new Error(`${chain} has no nodes to pay by`);
    if (terms['TRC20'] !== undefined && httpIn(values).TRC20.length !== values.CHAIN_NODES_TRC20.length)
      throw new Error('CHAIN_HTTP_TRC20 must name the HTTP of each node of CHAIN_NODES_TRC20');
    return terms;
  } catch (error) {
    throw new ConfigError(`WALLET_TERMS: ${(error as Error).message}`, { cause: error });
  }
}

const SECRET_CHARACTERS_MIN = 10;

/**
 * Of many characters, and not the same few over and over: a deflated copy is more than half as
 * long.
 */
function isRandom(secret: string): boolean {
  const isVaried = new Set(secret).size >= SECRET_CHARACTERS_MIN;
  return isVaried && deflateRawSync(secret).length > 0.5 * secret.length;
}

function refuseUnsafeProduction(values: z.output<typeof environment>): void {
  const missing = REQUIRED_IN_PRODUCTION.filter(([name]) => {
    if (name === 'MARKET_SOURCE') return !values.MARKET_SOURCE.startsWith('ccxt:');
    return values[name] === undefined;
  });
  const lines = missing.map(([name, why]) => `  ${name}: ${why}`);
  if (values.KYC_QUICK === 'on') lines.push("  KYC_QUICK: 'on' is for demo");
  if (values.MASTER_KEY !== undefined && !isRandom(values.MASTER_KEY))
    lines.push('  MASTER_KEY: too regular to be a secret; take one from `openssl rand -base64 48`');
  if (values.OPERATOR_PORT !== undefined && values.OPERATOR_URL === undefined)
    lines.push('  OPERATOR_URL: the address that staff open at OPERATOR_PORT; calls of another are refused');
  for (const name of ['PUBLIC_URL', 'OPERATOR_URL', 'MOBILE_URL'] as const)
    if (values[name]?.startsWith('http:') === true)
      lines.push(`  ${name}: has to be https, as cookies and codes would travel in the open`);
  if (lines.length > 0)
    throw new ConfigError(`MODE=production does not start without these settings:\n${lines.join('\n')}`);
}
