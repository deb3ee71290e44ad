/** Whether the panel of customer service is open; pages open it. */
import { createStore } from './external-store.ts';

export const supportPanel = createStore(false);
