/**
 * Runs the server: reads the configuration, starts everything, prints its address, and stops in
 * order.
 */
import './process/tune-v8.ts';
import { flushCompileCache } from 'node:module';
import { readConfig, type Config } from './config.ts';
import { ConfigError } from './feed-config.ts';
import { demoKeyFiles } from './features/api-keys/demo-keys.ts';
import { DEMO_OPERATOR } from './features/operators/demo-operator.ts';
import { DEMO_TRADER } from './features/identity/demo-trader.ts';
import { createLog } from './process/log.ts';
import { TooFewFiles } from './process/open-files.ts';
import { startServer, type RunningServer } from './server.ts';
import { createMarket } from './features/market/start.ts';

/** A longer stop is ended by force; nothing acknowledged can be lost by it. */
const STOP_LIMIT_MS = 5_000;
const EXIT_CONFIG = 78;
const EXIT_FATAL = 70;

async function main(): Promise<void> {
  outliveReaders();
  const config = readConfigOrExit();
  const log = createLog(config.logLevel, { isReadable: config.mode === 'demo' });
  const server = await startServer({
    config,
    log,
    market: createMarket(config),
    loadedMs: performance.now(),
    onProgress: (line) => console.log(line),
    onFatal: (error) => {
      console.error(
        `Stopped: ${error.message}. What was acknowledged is on disk; the next start goes on from there.`,
      );
      process.exit(EXIT_FATAL);
    },
  });
  announce(config, server);
  stopOnSignals(server);
  // Now, because a process that is killed keeps nothing for the next start.
  flushCompileCache();
}

/**
 * Ignores a closed reader of the log, such as `| head`: the exchange goes on, and later lines are
 * lost.
 */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(EXIT_CONFIG);
  }
}

function announce(config: Config, { url, officeUrl }: RunningServer): void {
  // Browsers make passkeys for host names, not for IP addresses.
  const address = config.publicUrl ?? url.replace('//127.0.0.1:', '//localhost:');
  console.log(`\nGlasshouse is open: ${address}/pc/`);
  if (config.mode !== 'demo') return;
  console.log(`  Demo: prices are simulated, money is play money, mail is captured.`);
  console.log(`  Log in:   ${DEMO_TRADER.email} / ${DEMO_TRADER.password}`);
  console.log(`  Mail:     ${address}/dev/mail (codes arrive here)`);
  console.log(
    `  Back office: ${officeUrl ?? address}/operator/ (${DEMO_OPERATOR.name} / ${DEMO_OPERATOR.password})`,
  );
  console.log(`            its code: npx glasshouse operators code ${DEMO_OPERATOR.name}`);
  const { keys, privateKey } = demoKeyFiles(config.dataDir);
  console.log(`  API:      ${address}/docs/api`);
  console.log(`            keys of the demo user: ${keys} (HMAC key and secret)`);
  console.log(`            private key of its Ed25519 key: ${privateKey}\n`);
}

function stopOnSignals(server: RunningServer): void {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    console.log(`${signal}: closing`);
    const timer = setTimeout(() => {
      console.error('Closing took too long; ending now. Nothing acknowledged is lost.');
      process.exit(1);
    }, STOP_LIMIT_MS);
    server.stop().then(
      () => {
        clearTimeout(timer);
        console.log('Closed.');
        process.exit(0);
      },
      (error: unknown) => {
        console.error(`Closing failed: ${error instanceof Error ? error.message : String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The parent process, which would restart this one, is gone; nobody else would end it.
  process.once('disconnect', () => stop('SIGTERM'));
}

/** A wrong listening address is a wrong setting: a restart would not help. */
const ADDRESS_FAULTS: ReadonlySet<unknown> = new Set(['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES', 'ENOTFOUND']);

main().catch((error: unknown) => {
  console.error(`Glasshouse did not start: ${error instanceof Error ? error.message : String(error)}`);
  const isAddress = error instanceof Error && 'code' in error && ADDRESS_FAULTS.has(error.code);
  process.exit(isAddress || error instanceof TooFewFiles ? EXIT_CONFIG : 1);
});
