/** The feature identity verification: cases, photos under lock, and reviews by operators. */
import { defineText, inBothLanguages } from '@glasshouse/texts';
import type { Feature } from '../../contract/feature.ts';
import { mailedTo } from '../../contract/messages.ts';
import type { KycPerson, Ports } from '../../contract/ports.ts';
import { layOut } from '../../mail/mail-layout.ts';
import { Cases, maskedNumber, type OpenCase } from './cases.ts';
import { decisionWords } from './decision-messages.ts';
import { kycCommands } from './operating-commands.ts';
import { caseActHandlers } from './office/acts.ts';
import { caseReadHandlers } from './office/detail.ts';
import { Reviews } from './reviews.ts';
import { kycHandlers, kycUploadGates } from './routes.ts';
import { Vault } from './vault.ts';

const VIEW = inBothLanguages(defineText({ en: 'Identity verification', zh: '身份认证' }));

export const feature = {
  gives: ['kyc'],
  open: (ports) => {
    const { config, database, secrets, limits } = ports;
    const vault = new Vault(database, secrets);
    const cases = new Cases(database, vault, config.mode === 'demo' && config.kycQuick);
    const reviews = new Reviews({
      database,
      cases,
      vault,
      onDecided: async (decided) => {
        ports.people.changed(decided.userId);
        await notifyOfDecision(ports, decided);
      },
    });
    const onSubmitted = (userId: number) => ports.people.changed(userId);
    const { act, shownNameOf } = ports.operators;
    const options = { database, limits, vault, cases, reviews, onSubmitted, shownNameOf };
    return {
      calls: {
        ...kycHandlers(options),
        ...caseReadHandlers({
          ...options,
          // The feature that gives people asks for this one.
          profileOf: (userId) => ports.people.profile(userId),
          ...ports.operators,
        }),
        ...caseActHandlers(options, { act }),
      },
      uploadGates: kycUploadGates(options),
      gives: {
        kyc: {
          stateOf: (userId) => cases.stateOf(userId),
          statesOf: (userIds) => cases.statesOf(userIds),
          personOf: (userId) => personOf(cases, vault, userId),
        },
      },
      commands: kycCommands(reviews),
      keepUp: () => vault.removeOld(),
    };
  },
} satisfies Feature<'kyc'>;

async function personOf(cases: Cases, vault: Vault, userId: number): Promise<KycPerson> {
  const latest = await cases.latest(userId);
  const auth = latest?.state ?? (await cases.stateOf(userId));
  return {
    auth,
    name: latest?.name ?? '',
    idCard: latest === null ? '' : maskedNumber(latest.number),
    photos: latest === null ? [] : await vault.sidesOnFile(latest.caseId),
    remark: latest?.note ?? '',
  };
}

async function notifyOfDecision(
  { people, notices, mail }: Pick<Ports, 'people' | 'notices' | 'mail'>,
  decided: OpenCase,
): Promise<void> {
  const { title, content } = decisionWords(decided);
  const { caseId, userId } = decided;
  const user = await people.find(userId);
  if (user === null) return;
  const { reader } = user;
  const { language } = reader;
  const isSent = await notices.isMailed(userId, 'identity');
  await notices.add(userId, {
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
