/** The feature support: the chat of customers and visitors, and the operators' inbox ("desk"). */
import type { Feature } from '../../contract/feature.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Language } from '../../http/handler.ts';
import { hoursIn } from '../../values/opening-hours.ts';
import { notifyOfAnswer } from './answer-messages.ts';
import { deskHandlers, type SupportPerson } from './desk-routes.ts';
import { supportHandlers, supportUploadGates } from './routes.ts';
import { Support } from './service.ts';

export const feature = {
  open: (ports) => {
    const { database, secrets, hub, limits, operators, parameters, people } = ports;
    const support = new Support({
      database,
      secrets,
      hub,
      hours: () => hoursIn(parameters.get('support_hours')),
      notifyOfAnswer: (answer) => notifyOfAnswer(ports, answer),
    });
    operators.onSessionEnd((ended) => support.endSession(ended));
    return {
      calls: {
        ...supportHandlers({ support, limits, shownNameOf: operators.shownNameOf }),
        ...deskHandlers({
          support,
          note: operators.note,
          answering: operators.answering,
          personOf: (userId, language) => personOf(ports, userId, language),
          freeze: people.freeze,
          emailOf: async (userId) => (await people.find(userId))?.email ?? null,
        }),
      },
      uploadGates: supportUploadGates({ support, limits }),
      keepUp: () => support.keepUp(),
    };
  },
} satisfies Feature<'support' | 'desk'>;

const LAST_POSTINGS = 5;

async function personOf(
  { people, wallet }: Pick<Ports, 'people' | 'wallet'>,
  userId: number,
  language: Language,
): Promise<SupportPerson | null> {
  const [profile, postings] = await Promise.all([
    people.profile(userId),
    wallet.lastPostings(userId, { limit: LAST_POSTINGS, language }),
  ]);
  return profile === null ? null : { userId, ...profile, postings };
}
