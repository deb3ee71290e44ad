/** The brand of a platform: the name, the colour and the owner that its pages and mails show. */
import { hash } from 'node:crypto';

/** The texts of a brand; all but the name and the colour may be empty. */
export interface BrandTexts {
  readonly name: string;
  /** The accent, as '#rrggbb'. */
  readonly colour: string;
  /** Beside the address of mails. Empty: as `MAIL_FROM` says, or the name. */
  readonly mail_sender: string;
  readonly legal_name: string;
  readonly legal_address: string;
  readonly legal_contact: string;
  /** The host that documents name. Empty: that of the site's address. */
  readonly website: string;
}

export type BrandField = keyof BrandTexts;

export const DEFAULT_BRAND: BrandTexts = {
  name: 'Glasshouse',
  colour: '#009dd9',
  mail_sender: '',
  legal_name: '',
  legal_address: '',
  legal_contact: '',
  website: '',
};
export const BRAND_FIELDS = Object.keys(DEFAULT_BRAND) as readonly BrandField[];

/** `logo_dark` stands on dark pages in place of `logo`; `icon` is that of the tab and the app. */
export const BRAND_PICTURES = ['logo', 'logo_dark', 'icon'] as const;
export type BrandPicture = (typeof BRAND_PICTURES)[number];

export type PictureType = 'image/png' | 'image/svg+xml';
export interface Picture {
  readonly type: PictureType;
  readonly bytes: Buffer;
}

export interface Brand extends BrandTexts {
  readonly pictures: ReadonlyMap<BrandPicture, Picture>;
  /** Another one for each brand: part of the addresses of its files, which are kept for long. */
  readonly digest: string;
}

export function brandOf(texts: BrandTexts, pictures: ReadonlyMap<BrandPicture, Picture>): Brand {
  const parts = [...pictures].map(([name, { bytes }]) => `${name} ${hash('sha256', bytes, 'hex')}`);
  const content = JSON.stringify([texts, parts.toSorted()]);
  return { ...texts, pictures, digest: hash('sha256', content, 'hex').slice(0, 16) };
}
