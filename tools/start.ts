/** `npm start`: builds what must be built, then runs the server in this process. */
import { buildWeb } from './build-web.ts';
import { requireOwnNode } from './run.ts';

requireOwnNode();
await buildWeb(() => console.log('Building the site (once; a second start finds it ready)'));
await import('../apps/server/src/main.ts');
