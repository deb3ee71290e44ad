/** Collects garbage now, in a process that was started without --expose-gc too. */
import v8 from 'node:v8';
import vm from 'node:vm';

v8.setFlagsFromString('--expose-gc');

export const collectGarbage = vm.runInNewContext('gc') as () => void;
