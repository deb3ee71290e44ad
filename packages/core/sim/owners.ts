/** The owners of random commands: an account of the platform, and users. */
import { FIRST_USER } from '../src/index.ts';

export const OWNERS: readonly number[] = [100, FIRST_USER, FIRST_USER + 1, FIRST_USER + 2];
