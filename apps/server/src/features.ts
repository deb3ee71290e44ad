/**
 * Composes the features: the only place, besides main.ts, where one feature gets what another
 * provides.
 */
import type { Exchange } from '@glasshouse/core';
import type { PublicTick } from '@glasshouse/protocol/market';
import type { Mail } from './adapters/mail.ts';
import { composeBackOffice, type BackOffice } from './back-office.ts';
import { Catalogue } from './catalogue.ts';
import type { ChainRuntime } from './chains/runtime.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { runSteps } from './each-alone.ts';
import { seedDemoTrader } from './features/identity/demo-trader.ts';
import { helpHandlers, removeOldVoters } from './features/help/routes.ts';
import { accountRulesOf } from './account-rules.ts';
import { Passwords } from './features/identity/passwords.ts';
import { freezeByOperator } from './features/identity/protection-routes.ts';
import { identityHandlers } from './features/identity/routes.ts';
import type { SessionStore } from './features/identity/sessions.ts';
import { kycHandlers, kycUploadGates } from './features/kyc/routes.ts';
import { addNotice } from './features/notices/queries.ts';
import { noticesHandlers } from './features/notices/routes.ts';
import { welcomeNotice } from './features/notices/welcome.ts';
import { parametersHandlers, type ParametersOptions } from './features/parameters/routes.ts';
import { VoucherReviews } from './features/vouchers/reviews.ts';
import { voucherHandlers, voucherUploadGates } from './features/vouchers/routes.ts';
import { voucherCommands } from './features/vouchers/operating-commands.ts';
import { transparencyHandlers } from './features/transparency/routes.ts';
import { accountOpener } from './features/wallet/open-accounts.ts';
import type { Guard } from './http/guard.ts';
import type { FeatureHandlers, HandlerTable } from './http/handler.ts';
import { RateLimits } from './http/limits.ts';
import { KeyedMutex } from './mutex.ts';
import type { UploadGates } from './http/uploads.ts';
import type { Log } from './log.ts';
import { MaintenanceGuard, type Maintenance } from './maintenance.ts';
import { featureCommands, type FeatureCommands } from './operating/commands.ts';
import type { TextsOfOffers } from './offers/offer-texts.ts';
import { changeTellerOf, keepUpNotices, noticesOptions } from './notices-composition.ts';
import type { OperatingTable } from './operating/socket.ts';
import { composePeople, type People } from './people.ts';
import { placeSecurityHold } from './security-hold-command.ts';
import type { Pipeline } from './pipeline/pipeline.ts';
import type { ProductParts } from './product.ts';
import {
  depositTaker,
  exposureOf,
  keepUpProducts,
  productCommands,
  productHandlers,
  PRODUCTS,
  recordCountsOf,
  stakeOf,
} from './products.ts';
import type { Secrets } from './secrets.ts';
import { isRepeated } from './sequencer.ts';
import type { ChangeTeller } from './told-changes.ts';
import { AccountChannel } from './ws/account-channel.ts';
import type { StreamHub } from './ws/hub.ts';

/** What the rest of the server needs of the market. */
export interface MarketFeature {
  readonly handlers: FeatureHandlers<'market'>;
  /** A public tick by its number, or null. */
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
  readonly log: Log;
  /** The site's address for users, for links in mails. */
  readonly siteUrl: string;
  readonly chains: ChainRuntime;
  readonly offerTexts: TextsOfOffers;
  readonly maintenance: Maintenance;
}

export interface Features {
  readonly handlers: HandlerTable;
  readonly uploadGates: UploadGates;
  readonly sessions: SessionStore;
  readonly guard: Guard;
  readonly backOffice: BackOffice;
  /** Must be called when something changes that the guard knows of a user. */
  readonly standings: { changed(userId: number): void };
  readonly accountChannel: AccountChannel;
  /** Creates the users of a first start. Runs again at every start. */
  seed(): Promise<void>;
  /**
   * Removes expired data, and goes on with what was interrupted. Runs once a minute. What fails is
   * thrown when all else is done.
   */
  keepUp(): Promise<void>;
  /** Tells owners by messages what becomes of what they have. */
  readonly changeTeller: ChangeTeller;
  /** The features' commands for operators. */
  readonly operatingCommands: FeatureCommands;
  readonly productCommands: OperatingTable;
}

export function composeFeatures(parts: FeatureParts): Features {
  const { config, database, pipeline, mail, hub, market } = parts;
  const isDemo = config.mode === 'demo';
  const catalogue = new Catalogue(pipeline.exchange);
  const limits = new RateLimits(config.rateLimitFactor);
  const base = { database, catalogue, sequencer: pipeline };
  const { people, ensureAccounts, onRegistered } = usersOf(parts, { catalogue, limits });
  const productParts = productPartsOf(parts, { catalogue, people });
  const { owners, ownerWork } = productParts;
  const voucherParts = { ...base, ...parts, limits, owners, ownerWork, payTo: config.payTo, isDemo };
  const vouchers = new VoucherReviews(voucherParts);
  const { sessions, guard, kyc, standings } = people;
  const kycOptions = { database, limits, ...kyc, onSubmitted: (userId: number) => standings.changed(userId) };
  // Strangers who log in to the site keep no operator waiting.
  const passwords = new Passwords(parts.secrets);
  const backOffice = composeBackOffice({
    ...base,
    ...parts,
    limits,
    standings,
    passwords,
    freeze: (userId) => freezeByOperator(people.identity, userId),
  });
  const handlers: HandlerTable = {
    ...identityHandlers(people.identity),
    ...kycHandlers(kycOptions),
    ...noticesHandlers(noticesOptions(database, people)),
    ...voucherHandlers(voucherParts),
    ...market.handlers,
    ...publicHandlers(parts, { catalogue, limits, parameters: backOffice.parameters }),
    ...backOffice.handlers,
    ...productHandlers(productParts),
  };
  const accountChannel = openAccountChannel(parts, catalogue);
  pipeline.onCommitted((batch) => accountChannel.publish(batch));
  sessions.onEnd((sessionKey) => hub.endSession(sessionKey));
  return {
    handlers,
    uploadGates: {
      ...kycUploadGates(kycOptions),
      ...voucherUploadGates(voucherParts),
      ...backOffice.uploadGates,
    },
    sessions,
    guard: new MaintenanceGuard(guard, parts.maintenance, (caller) => isRepeated(pipeline, caller)),
    backOffice,
    standings,
    accountChannel,
    changeTeller: changeTellerOf(productParts, () => pipeline.position.seq),
    seed: async () => {
      await sessions.loadAll();
      await backOffice.start();
      if (isDemo) await seedDemoTrader({ ...people.identity, ensureAccounts, onRegistered });
    },
    keepUp: () => keepUp({ people, productParts, vouchers, backOffice, mail }),
    productCommands: {
      ...productCommands(productParts),
      ...voucherCommands(voucherParts, vouchers),
      ...backOffice.commands,
    },
    operatingCommands: featureCommands({
      ...parts,
      reviews: kyc.reviews,
      sessions,
      operators: { ...backOffice.operators, isDemo },
    }),
  };
}

interface Shared {
  readonly catalogue: Catalogue;
  readonly limits: RateLimits;
}

function usersOf(parts: FeatureParts, { catalogue, limits }: Shared) {
  const { config, database, pipeline } = parts;
  const isDemo = config.mode === 'demo';
  const base = { database, catalogue, sequencer: pipeline };
  const ensureAccounts = accountOpener({ ...base, isDemo });
  const onRegistered = (userId: number) => addNotice(database, userId, welcomeNotice(isDemo));
  const people = composePeople({
    ...parts,
    limits,
    exposureOf: (userId, sinceMs) => exposureOf(base, userId, sinceMs),
    isRepeated: (caller) => isRepeated(pipeline, caller),
    stakeOf: (call, input) => stakeOf(catalogue, call, input),
    ensureAccounts,
    onRegistered,
    placeHold: async (hold) => {
      // A kill during the registration can have left a user without them.
      await ensureAccounts(hold.userId);
      await placeSecurityHold(pipeline, hold);
    },
  });
  return { people, ensureAccounts, onRegistered };
}

function productPartsOf(
  { database, pipeline, secrets, log, chains, offerTexts, market }: FeatureParts,
  { catalogue, people }: Pick<Shared, 'catalogue'> & { readonly people: People },
): ProductParts {
  const base = { database, catalogue, sequencer: pipeline };
  return {
    ...base,
    secrets,
    ownerProof: people.ownerProof,
    owners: people.owners,
    ownerWork: new KeyedMutex(),
    log,
    chains,
    offerTexts,
    readTick: (tick) => market.readTick(tick),
    recordCounts: (owner) => recordCountsOf(base, owner),
  };
}

interface KeptUp {
  readonly people: People;
  readonly productParts: ProductParts;
  readonly vouchers: VoucherReviews;
  readonly backOffice: BackOffice;
  readonly mail: Mail;
}

function keepUp({ people, productParts, vouchers, backOffice, mail }: KeptUp): Promise<void> {
  return runSteps([
    () => people.keepUp(),
    () => keepUpProducts(productParts),
    () => vouchers.keepUp(),
    () => backOffice.keepUp(),
    () => keepUpNotices(productParts.database, mail),
    () => mail.removeOld(),
    () => removeOldVoters(productParts.database),
  ]);
}

/** What anybody may ask: parameters, the books, the help center. */
function publicHandlers(
  parts: FeatureParts,
  { catalogue, limits, parameters }: Shared & Pick<ParametersOptions, 'parameters'>,
) {
  const { config } = parts;
  const accountRules = accountRulesOf(config);
  return {
    ...parametersHandlers({ ...config, catalogue, parameters, accountRules }),
    ...transparencyHandlers(parts),
    ...helpHandlers({ ...parts, limits }),
  };
}

/** The account channel, with what is on its way from chains. */
function openAccountChannel({ hub, chains }: FeatureParts, catalogue: Catalogue): AccountChannel {
  const { feature, deposits } = depositTaker();
  const channel = new AccountChannel({
    hub,
    catalogue,
    products: PRODUCTS,
    besides: (owner) => ({ [feature]: chains.arrivalsOf(owner).map((one) => deposits.rowOf(one)) }),
  });
  chains.onArrivals((arrivals) => {
    for (const one of arrivals) channel.tell(one.owner, feature, [deposits.rowOf(one)]);
  });
  return channel;
}
