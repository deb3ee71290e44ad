/** Composes identity verification, for the server and for the reviewer's command. */
import { defineText, inBothLanguages } from '@glasshouse/texts';
import { layOut } from './adapters/mail-layout.ts';
import type { Mail } from './adapters/mail.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Secrets } from './secrets.ts';
import { findUserById, readerOf } from './features/identity/queries.ts';
import { Cases, type OpenCase } from './features/kyc/cases.ts';
import { decisionWords } from './features/kyc/decision-messages.ts';
import { Reviews } from './features/kyc/reviews.ts';
import { Vault } from './features/kyc/vault.ts';
import { isMailed } from './features/notices/mail-choices.ts';
import { addNotice } from './features/notices/queries.ts';
import { mailedTo } from './messages.ts';

const VIEW = inBothLanguages(defineText({ en: 'Identity verification', zh: '身份认证' }));

export interface KycParts {
  readonly config: Config;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly mail: Mail;
  /** Called for each decision. */
  readonly onDecided?: (userId: number) => void;
}

export interface ComposedKyc {
  readonly vault: Vault;
  readonly cases: Cases;
  readonly reviews: Reviews;
}

export function composeKyc({ config, database, secrets, mail, onDecided }: KycParts): ComposedKyc {
  const vault = new Vault(database, secrets);
  const cases = new Cases(database, vault, config.mode === 'demo' && config.kycQuick);
  const reviews = new Reviews({
    database,
    cases,
    vault,
    onDecided: async (decided) => {
      onDecided?.(decided.userId);
      await tell({ database, mail }, decided);
    },
  });
  return { vault, cases, reviews };
}

async function tell(
  { database, mail }: { readonly database: Database; readonly mail: Mail },
  decided: OpenCase,
): Promise<void> {
  const { title, content } = decisionWords(decided);
  const { caseId, userId } = decided;
  const user = await findUserById(database, userId);
  if (user === undefined) return;
  const reader = readerOf(user);
  const { language } = reader;
  const isSent = await isMailed(database, userId, 'identity');
  await addNotice(database, userId, {
    type: 'identity',
    cause: `kyc:${caseId}`,
    title,
    content,
    data: {
      facts: [],
      link: { label: VIEW, path: '/setting/verify' },
      ...(isSent ? { mailed: mailedTo(reader) } : {}),
    },
  });
  if (!isSent) return;
  const paragraphs = content[language].split('\n');
  await mail.send(layOut(reader, { subject: title[language], title: title[language], paragraphs }));
}
