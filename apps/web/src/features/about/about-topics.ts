/** The pages below /about (R2.10). */
export const ABOUT_TOPICS = ['us', 'policy', 'connect', 'protocol', 'legal'] as const;
export type AboutTopic = (typeof ABOUT_TOPICS)[number];
