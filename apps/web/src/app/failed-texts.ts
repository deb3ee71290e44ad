/** Whether the texts of the section that was opened last did not load. */
import { createStore } from '#shared/external-store.ts';

export const failedTexts = createStore(false);
