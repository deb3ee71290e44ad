/**
 * The documents that a registration accepts, and every version they had. A released version never
 * changes: a test compares the files of the site with these digests. Without zod, so that pages
 * stay small.
 */
export const DOCUMENT_NAMES = ['protocol', 'policy', 'legal'] as const;
export type DocumentName = (typeof DOCUMENT_NAMES)[number];

export interface DocumentVersion {
  readonly version: number;
  /** In force from this day on (UTC). */
  readonly date: string;
  /** SHA-256 of the file in each language. */
  readonly sha256: Readonly<Record<'en' | 'zh', string>>;
}

/** Oldest first; the last one is in force. */
export const DOCUMENTS: Readonly<Record<DocumentName, readonly DocumentVersion[]>> = {
  protocol: [
    {
      version: 1,
      date: '2026-11-23',
      sha256: {
        en: 'f691aa8e6a2bc0ba5b4dc139551f15d048221f52d3ce7c98a1eca3da2ed96a93',
        zh: '341cbd055c1a0fe7b51b346d900a16a221506ca71aa65f16f109a5fba4e382bf',
      },
    },
    {
      version: 2,
      date: '2026-11-25',
      sha256: {
        en: 'a0dcdf83f3da9d26473acc032934b864c7e43c5bf7e49be521ea6c2ada41d0d9',
        zh: '00188747d31adb7b6f7b23135eb7e0de752579aec2dbaaf5f3f65d4aad2d832b',
      },
    },
    {
      version: 3,
      date: '2026-11-29',
      sha256: {
        en: 'b61c919b66c8ffaa310edd410d47fdfe2705ac1489c5c41c073bcf1e47ae51a0',
        zh: 'cab2f48983184de7deb54459731112c6d4be0bec7ac06a9001726a36c2d212e7',
      },
    },
  ],
  policy: [
    {
      version: 1,
      date: '2026-11-23',
      sha256: {
        en: '35f2eea58c34ab104b3d00e3912626e391291a42278ef5f1d99fbf4e3579aa51',
        zh: '20aa801d06fa8a401f4b3e38f92fdfe2cb6a2b0d2f7219a2f9e25db27cc12408',
      },
    },
    {
      version: 2,
      date: '2026-11-25',
      sha256: {
        en: 'e7309fe296c7862505d660edcc1d67b08542d7c35b8a747a6e29fcfb3fc4ee2f',
        zh: 'e3541191a10755bf50111533395ff76d0ef305439ca82de88daee8a4c55b6bc8',
      },
    },
  ],
  legal: [
    {
      version: 1,
      date: '2026-11-23',
      sha256: {
        en: 'e9eb0fd599de9b943bc31ab00dc276fa63265745f62b27863174696faf877e8d',
        zh: '057446d28db83805382b26235bc23bcf5f0f595c19a90cdf3d84aadb0d78defc',
      },
    },
    {
      version: 2,
      date: '2026-11-25',
      sha256: {
        en: '8051962ba50b8bf1a70c7217c57759e62598511d519efe3c32b7f8ff31ff017e',
        zh: 'c2f723c6a3bef731f020aa2b472984bf1468d692afa82c5a58cdb63deb15cdc1',
      },
    },
  ],
};

export function inForce(name: DocumentName): DocumentVersion {
  const version = DOCUMENTS[name].at(-1);
  if (version === undefined) throw new Error(`no version of ${name} is in force`);
  return version;
}

/** What a page shows and a registration names, such as `protocol-2 policy-2 legal-2`. */
export const documentsInForce = (): string =>
  DOCUMENT_NAMES.map((name) => `${name}-${inForce(name).version}`).join(' ');
