/**
 * Starts and stops the whole server in one process: database, pipeline, market, calls, stream.
 * main.ts and tests run it.
 */
import path from 'node:path';
import { createMail, smtpTransport, type Mail } from './mail/mail.ts';
import { BrandInForce } from './contract/brand.ts';
import { Catalogue } from './contract/catalogue.ts';
import type { Config } from './config.ts';
import { chainCommands, type ChainCommands } from './chains/operating-commands.ts';
import { PAYER_SOCKET, payerCommands, signerCommands, SIGNING_SOCKET } from './chains/paying/commands.ts';
import { openChains, type ChainRuntime } from './chains/runtime.ts';
import { containment } from './process/containment.ts';
import { keepToOwner } from './process/data-folder.ts';
import { DATABASE_LIMITS, type Database } from './db/database.ts';
import { openDatabase } from './db/open.ts';
import { openFeatures, type FeatureParts, type Features } from './composition/features.ts';
import { edgeFigures, pipelineFigures } from './operating/figures.ts';
import { EDGE_LIMITS } from './http/edge-limits.ts';
import { openDoors } from './composition/doors.ts';
import { openListener, type Listener } from './http/listener.ts';
import { errorFields, type Log } from './process/log.ts';
import { DiskRoom } from './operating/disk-room.ts';
import { Maintenance, maintenanceCommands } from './operating/maintenance.ts';
import type { MarketPlug, RunningMarket } from './contract/market.ts';
import { Metrics } from './operating/metrics.ts';
import { StartPhases } from './operating/start-phases.ts';
import { writeDemoTexts } from './offers/demo-offers.ts';
import { closeLastDay } from './features/wallet/office/closes.ts';
import { TextsOfOffers } from './contract/offer-texts.ts';
import { demoClockCommands } from './composition/demo-clock.ts';
import { openOperatingSocket, placeOf, type OperatingTable } from './operating/socket.ts';
import { pipelineCommands } from './pipeline/operating-commands.ts';
import { openDeposits, productOffers, PRODUCTS, productSeeds } from './composition/products.ts';
import { PROJECTIONS, PROJECTIONS_MODULE } from './composition/projections.ts';
import type { SteadyClock } from './pipeline/clock.ts';
import { startPipeline, type RunningPipeline } from './pipeline/start.ts';
import { createSecrets, loadMasterKey } from './process/secrets.ts';
import { StreamHub } from './ws/hub.ts';
import { slotsWithin } from './ws/stream-slots.ts';

export interface ServerOptions {
  readonly config: Config;
  readonly log: Log;
  /** Reports progress while the server starts. */
  readonly onProgress: (line: string) => void;
  /** Memory can no longer be trusted: the process must end and recover. */
  readonly onFatal: (error: Error) => void;
  readonly market: MarketPlug;
  /** Of commands. Default: the machine's clock. */
  readonly clock?: SteadyClock;
  /** How long the process has taken to load, for the log. */
  readonly loadedMs?: number;
}

export interface RunningServer extends Pick<FeatureParts, 'networks'> {
  readonly url: string;
  /** Where the back office is, if it has a port of its own. */
  readonly officeUrl: string | null;
  readonly port: number;
  readonly database: Database;
  readonly running: RunningPipeline;
  readonly hub: StreamHub;
  readonly features: Features;
  readonly chains: ChainRuntime;
  stop(): Promise<void>;
}

const DEMO_SNAPSHOT_EVERY_MS = 60_000;
/** How long a start waits for a database that starts itself. */
const DATABASE_REACHED_MS = 20_000;

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, log, onProgress } = options;
  const phases = new StartPhases(options.loadedMs ?? null);
  keepToOwner(config.dataDir);
  const listener = await openListener(config, log);
  try {
    return await startBehind(listener, options, phases);
  } catch (error) {
    await listener.close(0);
    onProgress('The start failed.');
    log.error(errorFields(error), 'the start failed');
    throw error;
  }
}

async function startBehind(
  listener: Listener,
  options: ServerOptions,
  phases: StartPhases,
): Promise<RunningServer> {
  const { config, log, onProgress, onFatal } = options;
  const secrets = createSecrets(loadMasterKey(config));
  const metrics = new Metrics();
  const { database, running } = await openStorage(options, metrics, phases);
  const { pipeline } = running;
  const nowMs = () => pipeline.nowMs();
  await closeLastDay({ database, pipeline, sequencer: pipeline, log });
  const offerTexts = await TextsOfOffers.open(database);
  if (config.mode === 'demo') await writeDemoTexts(offerTexts, [...productOffers()], nowMs());
  const { connectionsMax } = listener;
  if (connectionsMax < EDGE_LIMITS.connections)
    onProgress(`This process may open few files (ulimit -n): ${connectionsMax} connections at once`);
  const contain = containment(log);
  const hub = new StreamHub({ contain, limits: slotsWithin(connectionsMax) });
  const maintenance = await Maintenance.open(database);
  const room = await DiskRoom.open(config.dataDir, log);
  const isClosed = () => maintenance.closing !== null;
  metrics.add([...pipelineFigures(running, hub), ...edgeFigures(listener)]);
  metrics.add([...maintenance.figures, ...room.figures]);
  const { brand, mail } = await openBrand(options, database);
  const market = await options.market.start({
    config,
    productSeeds: productSeeds(config.mode, nowMs()),
    database,
    pipeline,
    hub,
    log,
    onProgress,
    onFatal,
    isClosed: () => isClosed() || room.state !== 'enough',
  });
  phases.end('market');
  const catalogue = new Catalogue(pipeline.exchange);
  const { networks, exchange } = await openDeposits({ database, sequencer: pipeline, catalogue });
  const chains = await openChains({ config, database, secrets, log, exchange, nowMs, isClosed });
  metrics.add(chains.figures);
  const siteUrl = config.publicUrl?.replace(/\/+$/, '') ?? listener.url;
  const parts = { config, database, pipeline, secrets, mail, brand, hub, market, log, siteUrl, chains };
  const features = openFeatures({ ...parts, offerTexts, networks, maintenance });
  metrics.add(features.figures);
  await features.start();
  phases.end('features');
  await chains.start();
  phases.end('chains');
  const ofChains = chainCommands({ chains, exchange, log, ...features.open.operators.gives });
  const opened = { running, features, maintenance };
  const closeOperating = await openOperating(options, { database, market, ofChains, chains, ...opened });
  const shown = { siteUrl, mail, brand: () => brand.current, marketStreams: market.streams };
  const close = await openDoors(listener, { config, log, hub, metrics, room, ...shown, ...opened });
  phases.end('doors');
  phases.writeTo(log);
  const { url, officeUrl, port } = listener;
  const stop = async () => {
    closeOperating();
    await close();
    await chains.stop();
    await features.stop();
    await stopMarket(market, log);
    await running.stop();
    await database.close();
    room.stop();
    metrics.stop();
  };
  return { url, officeUrl, port, database, running, hub, features, chains, networks, stop };
}

/**
 * Only this process can use its embedded database, so operating commands must ask it. The server
 * also runs without the socket.
 */
async function openOperating(
  { config, log }: ServerOptions,
  {
    database,
    running,
    market,
    features,
    ofChains,
    chains: { payoutPort },
    maintenance,
  }: {
    readonly database: Database;
    readonly running: RunningPipeline;
    readonly market: RunningMarket;
    readonly features: Features;
    readonly ofChains: ChainCommands;
    readonly chains: ChainRuntime;
    readonly maintenance: Maintenance;
  },
): Promise<() => void> {
  const { pipeline, snapshots } = running;
  const table: OperatingTable = {
    ...features.commands,
    ...pipelineCommands({ database, pipeline, snapshots, audited: AUDITED }),
    ...maintenanceCommands({ maintenance, log }),
    ...ofChains,
    ...(config.mode === 'demo' ? demoClockCommands({ pipeline, market, log }) : {}),
  };
  const onError = (error: unknown) => log.error(errorFields(error), 'an operating command failed');
  const { dataDir, payerSocket, signingSocket } = config;
  try {
    const closers = [await openOperatingSocket({ dataDir, table, onError })];
    if (payoutPort !== null) {
      const others = [
        { file: payerSocket, name: PAYER_SOCKET, table: payerCommands(payoutPort) },
        { file: signingSocket, name: SIGNING_SOCKET, table: signerCommands(payoutPort) },
      ];
      for (const { file, name, table: own } of others)
        closers.push(
          await openOperatingSocket({ ...placeOf(file, path.join(dataDir, name)), table: own, onError }),
        );
    }
    return () => closers.forEach((close) => close());
  } catch (error) {
    onError(error);
    return () => {};
  }
}

/** The brand as it is stored, and the mail that shows it. */
async function openBrand(
  { config, log }: ServerOptions,
  database: Database,
): Promise<{ readonly brand: BrandInForce; readonly mail: Mail }> {
  const brand = new BrandInForce(database);
  await brand.load();
  const current = () => brand.current;
  return {
    brand,
    mail: createMail({ database, log, brand: current, transport: smtpTransport(config, current) }),
  };
}

interface Storage {
  readonly database: Database;
  readonly running: RunningPipeline;
}

async function openStorage(
  { config, log, market, clock, onProgress, onFatal }: ServerOptions,
  { pipelineTimes }: Metrics,
  phases: StartPhases,
): Promise<Storage> {
  onProgress(
    config.databaseUrl === null ? `Opening the database in ${config.dataDir}` : 'Opening PostgreSQL',
  );
  const database = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl ?? undefined,
    onFatal,
    limits: { ...DATABASE_LIMITS, reachMs: DATABASE_REACHED_MS },
    onUpkeepError: (error) => log.error(errorFields(error), 'upkeep of the database failed'),
  });
  phases.end('database');
  const running = await startPipeline({
    database,
    projections: [PROJECTIONS_MODULE, ...market.projections],
    mode: config.mode,
    clock,
    // A demo drops the journal before its last snapshots: more frequent snapshots keep its data
    // small.
    ...(config.mode === 'demo' ? { snapshotEveryMs: DEMO_SNAPSHOT_EVERY_MS } : {}),
    onFatal,
    onNote: (note) => log.info(note),
    onError: (error) => log.error(errorFields(error), 'beside the pipeline'),
    times: pipelineTimes,
  });
  phases.end('recovery');
  const { position, elapsedMs, replayedCommands } = running.recovered;
  onProgress(
    `Recovered ${position.seq} commands in ${elapsedMs.toFixed(0)} ms (${replayedCommands} replayed)`,
  );
  return { database, running };
}

async function stopMarket(market: RunningMarket, log: Log): Promise<void> {
  try {
    await market.stop();
  } catch (error) {
    log.error(errorFields(error), 'the market did not stop cleanly');
  }
}

const AUDITED = { products: Object.values(PRODUCTS), projections: PROJECTIONS };
