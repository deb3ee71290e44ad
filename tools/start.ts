/** `npm start`: builds what must be built, then runs the server, and restarts it when it dies. */
import path from 'node:path';
import { buildWeb } from './build-web.ts';
import { keepRunning } from './keep-running.ts';
import { requireOwnNode, ROOT } from './run.ts';

requireOwnNode();
await buildWeb(() => console.log('Building the site (once; a second start finds it ready)'));
const main = path.join(ROOT, 'apps', 'server', 'src', 'main.ts');
const command = [process.execPath, ...process.execArgv, main];
// What a start has compiled the next one only reads: a fifth of its work.
const modules = path.join(ROOT, 'node_modules', '.cache', 'glasshouse', 'server');
const env = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? modules };
// Started by hand it may outlive its shell.
const endsWithParent = process.env['npm_lifecycle_event'] === 'start';
process.exit(await keepRunning({ command, env, say: (line) => console.error(line), endsWithParent }));
