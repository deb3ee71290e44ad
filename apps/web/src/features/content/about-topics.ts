/** The pages below /about (SPEC §2). */
export const ABOUT_TOPICS = ['us', 'policy', 'connect', 'protocol', 'legal'] as const;
export type AboutTopic = (typeof ABOUT_TOPICS)[number];
