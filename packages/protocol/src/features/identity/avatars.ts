/** The drawings that a user can choose as avatar. They are files of the site. */
export const AVATARS = ['house', 'prism', 'chain', 'wave', 'peak', 'moon', 'leaf', 'compass'] as const;
export type Avatar = (typeof AVATARS)[number];

export const avatarPath = (avatar: string): string => `/pc/avatars/${avatar}.svg`;
