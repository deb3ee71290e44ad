/**
 * What each setting of `config.ts` means. The settings file, its page in the documents and
 * `npx glasshouse setup` take their words from here; a setting without an entry does not compile.
 */
import type { SettingName } from '../config.ts';

export interface Setting {
  readonly meaning: string;
  /** What production asks for beyond its default. */
  readonly production?: 'required' | 'recommended';
  /** Whoever reads it can act as the platform, or reach what the platform reaches. */
  readonly isSecret?: true;
  /** Of demos and tests: the settings file of production leaves it out. */
  readonly isOfDemo?: true;
}

/** In the order of the settings file. */
export const SETTINGS: Readonly<Record<SettingName, Setting>> = {
  MODE: { meaning: "'demo', or 'production', which refuses what a demo makes up.", production: 'required' },
  PUBLIC_URL: { meaning: 'The address that users open, with https.', production: 'required' },
  HOST: { meaning: 'The address it listens at. A proxy in front ends TLS.' },
  PORT: { meaning: 'The port of the site and of the API.' },
  OPERATOR_URL: {
    meaning: 'The address that staff open, with https: calls of another are refused.',
    production: 'recommended',
  },
  OPERATOR_PORT: {
    meaning: 'The port of the back office. Without it, it is at /operator/ of the site.',
    production: 'recommended',
  },
  MOBILE_URL: { meaning: 'Where phones are sent, if they have a site of their own.' },
  TRUST_PROXY: {
    meaning:
      "The proxies whose X-Forwarded-For is believed: addresses or 'loopback', comma separated. Set it behind a proxy.",
    production: 'recommended',
  },
  DATA_DIR: { meaning: "The server's folder: identity documents, its sockets." },
  WEB_DIR: { meaning: 'The built site. Without it: where the build writes it.' },
  DATABASE_URL: {
    meaning: 'PostgreSQL 15 or newer: postgres://NAME:PASSWORD@HOST:PORT/DATABASE.',
    production: 'required',
    isSecret: true,
  },
  MASTER_KEY: {
    meaning:
      'All other secrets are derived from it; documents and codes are encrypted by it. Without it they are lost: keep a copy elsewhere. At least 32 characters.',
    production: 'required',
    isSecret: true,
  },
  SMTP_URL: {
    meaning: 'How mail leaves: smtp://NAME:PASSWORD@HOST:587, or smtps://…:465.',
    production: 'required',
    isSecret: true,
  },
  MAIL_FROM: { meaning: 'The sender of mails: Name <address>.', production: 'recommended' },
  CUSTOMER_SERVICE_EMAIL: {
    meaning: 'Shown where the chat does not load; an operator may set another.',
    production: 'recommended',
  },
  CUSTOMER_SERVICE_URL: { meaning: "The support chat: '/chat/' is our own; empty: none; or a provider's." },
  MARKET_SOURCE: {
    meaning:
      "Where prices come from: 'simulated', 'recorded:FILE' or 'ccxt:NAME,NAME,NAME'; production takes exchanges only.",
    production: 'required',
  },
  MARKET_SOURCE_SETTINGS: {
    meaning: "A file of JSON by exchange for ccxt's classes: other addresses, a proxy.",
  },
  MARKET_SEED: {
    meaning:
      'Makes the prices of a simulated market reproducible. Without it nobody can know the next price.',
    isOfDemo: true,
  },
  FEED_DIR: { meaning: "The feed's folder, with its log of ticks. Without it: market in DATA_DIR." },
  FEED_SOCKET: {
    meaning: 'Where the feed answers the server. Without it: feed.sock in its folder.',
  },
  METRICS_TOKEN: {
    meaning: 'The bearer token that may read /metrics. Without it production shows them to nobody.',
    production: 'recommended',
    isSecret: true,
  },
  LOG_LEVEL: { meaning: "'debug', 'info', 'warn', 'error' or 'silent'." },
  RATE_LIMIT_FACTOR: { meaning: 'Multiplies the limits per network address: 20 in a demo, otherwise 1.' },
  PASSWORD_LENGTH_MAX: { meaning: 'The longest password of users. Higher is better.' },
  KYC_REQUIRED_FOR: {
    meaning:
      'The operations that need a verified identity, with commas, until `npx glasshouse parameters` sets others.',
  },
  KYC_QUICK: {
    meaning: "'on': users count as verified without documents. For demos.",
    isOfDemo: true,
  },
  CHAIN_XPUB_EVM: { meaning: 'Extended public key of deposit addresses on ERC20 and BEP20.' },
  CHAIN_XPUB_TRON: { meaning: 'The same for TRC20. `npx glasshouse wallet create` prints all of them.' },
  CHAIN_XPUB_BTC: { meaning: 'The same for BTC. A chain without a key or without nodes is closed.' },
  CHAIN_XPUB_LTC: { meaning: 'The same for LTC.' },
  CHAIN_XPUB_DOGE: { meaning: 'The same for DOGE.' },
  CHAIN_NODES_ERC20: {
    meaning: 'JSON-RPC addresses of nodes, comma separated. Most of them must agree: name three.',
    isSecret: true,
  },
  CHAIN_NODES_BEP20: { meaning: 'The same for BEP20.', isSecret: true },
  CHAIN_NODES_TRC20: { meaning: 'The same for TRC20, of the JSON-RPC of its nodes.', isSecret: true },
  CHAIN_HTTP_TRC20: {
    meaning:
      'The HTTP of the same nodes, in the same order. Without it: what is before /jsonrpc in their addresses.',
    isSecret: true,
  },
  CHAIN_NODES_BTC: { meaning: 'The same for BTC: http://NAME:PASSWORD@HOST:PORT.', isSecret: true },
  CHAIN_NODES_LTC: { meaning: 'The same for LTC.', isSecret: true },
  CHAIN_NODES_DOGE: { meaning: 'The same for DOGE.', isSecret: true },
  WALLET_TERMS: {
    meaning: 'The file of wallet terms. Without it, nothing is paid on chains but by hand.',
  },
  PAYER_SOCKET: { meaning: "The server's socket for the payer. Without it: payer.sock in DATA_DIR." },
  PAYER_PASS_MS: { meaning: 'Milliseconds between the passes of the payer.' },
  SIGNING_SOCKET: {
    meaning: "The server's socket for the signer. Without it: signing.sock in DATA_DIR.",
  },
  SIGNER_DIR: { meaning: "The signer's folder: seed, rules.json, signed.log." },
  VOUCHER_ADDRESS_XRP: { meaning: "The platform's address where vouchers of XRP are paid to." },
  VOUCHER_ADDRESS_ADA: { meaning: 'The same for ADA. Without an address a network takes none.' },
  VOUCHER_ADDRESS_EOS: { meaning: 'The same for EOS.' },
  DEMO_BLOCK_MS: {
    meaning: 'Milliseconds between the blocks of a simulated chain; 0: only tests make any.',
    isOfDemo: true,
  },
};

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];
