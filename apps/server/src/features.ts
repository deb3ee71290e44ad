/** Puts the features together: the only place, beside main.ts, where one feature gets to know what another offers. */
import type { Exchange } from '@glasshouse/core';
import type { PublicTick } from '@glasshouse/protocol/market';
import type { Mail } from './adapters/mail.ts';
import { Catalogue } from './catalogue.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { EmailCodes } from './features/identity/codes.ts';
import { seedDemoTrader } from './features/identity/demo-trader.ts';
import { Passwords } from './features/identity/passwords.ts';
import { identityHandlers } from './features/identity/routes.ts';
import { SessionStore } from './features/identity/sessions.ts';
import { addNotice } from './features/notices/queries.ts';
import { noticesHandlers } from './features/notices/routes.ts';
import { welcomeNotice } from './features/notices/welcome.ts';
import { parametersHandlers } from './features/parameters/routes.ts';
import { secondsContractProjections } from './features/seconds-contract/projection.ts';
import { secondsContractHandlers } from './features/seconds-contract/routes.ts';
import { positionRowOf } from './features/seconds-contract/rows.ts';
import { spotProjections } from './features/spot/projection.ts';
import { RecentOrders } from './features/spot/recent-orders.ts';
import { spotHandlers } from './features/spot/routes.ts';
import { orderRowOf } from './features/spot/rows.ts';
import { accountOpener } from './features/wallet/open-accounts.ts';
import { walletProjections } from './features/wallet/projection.ts';
import { readAssets, readPostings } from './features/wallet/queries.ts';
import { walletHandlers } from './features/wallet/routes.ts';
import type { FeatureHandlers, HandlerTable } from './http/handler.ts';
import { RateLimits } from './http/limits.ts';
import type { Pipeline } from './pipeline/pipeline.ts';
import type { Projection } from './pipeline/projection.ts';
import type { Secrets } from './secrets.ts';
import { AccountChannel } from './ws/account-channel.ts';
import type { StreamHub } from './ws/hub.ts';

/** The tables that commits write, in the order they are written. */
export const PROJECTIONS: readonly Projection[] = [
  ...spotProjections,
  ...secondsContractProjections,
  ...walletProjections,
];

/** What the rest of the server asks of the market. */
export interface MarketFeature {
  readonly handlers: FeatureHandlers<'market'>;
  /** A public tick by its number; null when there is none. */
  readTick(tick: number): Promise<PublicTick | null>;
}

export interface FeatureParts {
  readonly config: Config;
  readonly database: Database;
  readonly pipeline: Pipeline<Exchange>;
  readonly secrets: Secrets;
  readonly mail: Mail;
  readonly hub: StreamHub;
  readonly market: MarketFeature;
}

export interface Features {
  readonly handlers: HandlerTable;
  readonly sessions: SessionStore;
  readonly accountChannel: AccountChannel;
  /** What a first start needs of users; again at every start. */
  seed(): Promise<void>;
  /** Removes what has run out. Run once a minute. */
  keepUp(): Promise<void>;
}

const VERIFIED = 2;
const NOT_AUTHENTICATED = 0;

export function composeFeatures(parts: FeatureParts): Features {
  const { config, database, pipeline, secrets, mail, hub, market } = parts;
  const isDemo = config.mode === 'demo';
  const catalogue = new Catalogue(pipeline.exchange);
  const sessions = new SessionStore(database);
  const codes = new EmailCodes(database, secrets);
  const passwords = new Passwords(secrets);
  const recentOrders = new RecentOrders();
  // Until identity verification is there, demo users count as verified and nobody else does.
  const authOf = (_userId: number) => (isDemo ? VERIFIED : NOT_AUTHENTICATED);
  const isVerified = (userId: number) => authOf(userId) === VERIFIED;
  const ensureAccounts = accountOpener({ database, sequencer: pipeline, catalogue, isDemo });
  const onRegistered = (userId: number) => addNotice(database, userId, welcomeNotice(isDemo));
  const limits = new RateLimits(config.rateLimitFactor);
  const { customerServiceUrl, customerServiceEmail } = config;
  const orders = { database, catalogue, sequencer: pipeline, isVerified };
  const handlers: HandlerTable = {
    ...identityHandlers({
      database,
      mail,
      limits,
      codes,
      passwords,
      sessions,
      authOf,
      ensureAccounts,
      onRegistered,
    }),
    ...noticesHandlers(database),
    ...market.handlers,
    ...parametersHandlers({ catalogue, customerServiceUrl, customerServiceEmail }),
    ...secondsContractHandlers({
      ...orders,
      readTick: (tick) => market.readTick(tick),
      wallet: {
        assets: (owner, wallet) => readAssets(catalogue, owner, wallet).list,
        postings: (query) => readPostings(database, catalogue, query),
      },
    }),
    ...spotHandlers({ ...orders, recentOrders }),
    ...walletHandlers({ database, catalogue, sequencer: pipeline }),
  };
  const accountChannel = new AccountChannel({
    hub,
    catalogue,
    orderRow: (order, changedMs) => orderRowOf(catalogue, { ...order, changedMs }),
    positionRow: (position) => positionRowOf(catalogue, position),
  });
  pipeline.onCommitted((batch) => {
    recentOrders.record(batch);
    accountChannel.publish(batch);
  });
  sessions.onEnd((sessionKey) => hub.endSession(sessionKey));
  return {
    handlers,
    sessions,
    accountChannel,
    seed: async () => {
      await sessions.loadAll();
      if (isDemo) await seedDemoTrader({ database, passwords, ensureAccounts, onRegistered });
    },
    keepUp: async () => {
      await sessions.keepUp();
      await codes.removeExpired();
      await mail.removeOld();
    },
  };
}
