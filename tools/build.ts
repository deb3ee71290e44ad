/** `npm run build`: builds the site and the back office, if their sources have changed. */
import { buildWeb } from './build-web.ts';
import { requireOwnNode } from './run.ts';

requireOwnNode();
const wasNecessary = await buildWeb(() => console.log('Building the site and the back office'));
console.log(wasNecessary ? 'Built.' : 'Nothing has changed since the last build.');
