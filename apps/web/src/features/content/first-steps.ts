/** Whether the user has closed the panel of first steps, for good. */
import { createPreference, usePreference } from '#shared/preference.ts';

const preference = createPreference('first-steps', { closed: false });
export const useFirstStepsClosed = (): boolean => usePreference(preference).closed;
export const closeFirstSteps = (): void => preference.change({ closed: true });
