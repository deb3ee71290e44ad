/**
 * The settings of the feed, which the server reads too. They have a file of their own, because the
 * feed's process loads nothing that it does not need.
 */
import path from 'node:path';
import * as z from 'zod';
import type { MarketSource } from './contract/market-source.ts';
import { parseMarketSource } from './features/market/tick-feed/parse-market-source.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
export type Environment = Readonly<Record<string, string | undefined>>;

/** Lists all wrong or missing settings in one message. */
export class ConfigError extends Error {}

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);
export const withDefault = <T extends z.ZodType>(type: T) => z.preprocess(blankIsAbsent, type);

/** `setup/settings.ts` says what each means. */
export const feedFields = {
  DATA_DIR: withDefault(z.string().default('./data')),
  LOG_LEVEL: withDefault(z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info')),
  MARKET_SOURCE: withDefault(z.string().default('simulated')),
  MARKET_SOURCE_SETTINGS: withDefault(z.string().optional()),
  FEED_DIR: withDefault(z.string().optional()),
  FEED_SOCKET: withDefault(z.string().optional()),
  MARKET_SEED: withDefault(z.coerce.number().int().min(0).max(2_147_483_647).optional()),
};

const feedEnvironment = z.object(feedFields);
type FeedValues = z.output<typeof feedEnvironment>;

/** Within the data folder, or the feed's own. */
const FEED_FOLDER = 'market';
const FEED_SOCKET = 'feed.sock';

export const feedFolderIn = ({ FEED_DIR, DATA_DIR }: FeedValues): string =>
  FEED_DIR ?? path.join(DATA_DIR, FEED_FOLDER);

export const feedSocketIn = (values: FeedValues): string =>
  path.resolve(values.FEED_SOCKET ?? path.join(feedFolderIn(values), FEED_SOCKET));

export function marketSourceIn(values: FeedValues): MarketSource {
  const { MARKET_SOURCE, MARKET_SEED: seed = null, MARKET_SOURCE_SETTINGS: settingsFile = null } = values;
  try {
    return parseMarketSource(MARKET_SOURCE, { seed, settingsFile });
  } catch (error) {
    throw new ConfigError(`MARKET_SOURCE: ${(error as Error).message}`, { cause: error });
  }
}

/** Throws a ConfigError that names each wrong value. */
export function parsedSettings<T extends z.ZodObject>(environment: T, env: Environment): z.output<T> {
  const parsed = environment.safeParse(env);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The configuration is wrong:\n${lines.join('\n')}`);
}

export interface FeedConfig {
  readonly source: MarketSource;
  /** Of its log. */
  readonly folder: string;
  readonly socket: string;
  readonly logLevel: LogLevel;
}

/** The settings of the feed's process, which has no secret. */
export function readFeedConfig(env: Environment): FeedConfig {
  const values = parsedSettings(feedEnvironment, env);
  return {
    source: marketSourceIn(values),
    folder: feedFolderIn(values),
    socket: feedSocketIn(values),
    logLevel: values.LOG_LEVEL,
  };
}
