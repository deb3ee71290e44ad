/**
 * Raises V8's limits for inlining, for the whole process and before any code is hot: an order goes through many small functions, and what is
 * not inlined reads its typed arrays anew. It saves about a sixth of the core's time, and a fifteenth of the main thread's for an order over HTTP.
 */
import { setFlagsFromString } from 'node:v8';

/** In bytes of bytecode: of one function (460 by default), and of all that goes into one (920, and 4600 whatever the first says). */
setFlagsFromString('--max-inlined-bytecode-size=2500');
setFlagsFromString('--max-inlined-bytecode-size-cumulative=20000');
setFlagsFromString('--max-inlined-bytecode-size-absolute=20000');
/** How often a call must come, of the calls of its caller (0.15 by default). */
setFlagsFromString('--min-inlining-frequency=0.05');
