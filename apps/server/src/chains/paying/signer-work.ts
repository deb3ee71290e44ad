/** The signer's work: asks what there is to sign, and answers by its own rules. */
import type { SigningAnswer } from '@glasshouse/chains';
import type { AnySigner } from './payout-port.ts';
import type { OpenQuestion } from './signing-port.ts';

export interface SigningQuestions {
  /** The open questions. If there are none, the call waits a while for one. */
  questions(): Promise<readonly OpenQuestion[]>;
  answer(digest: string, answer: SigningAnswer): Promise<void>;
}

/** Answers what waits, and returns how many questions that were. */
export async function answerQuestions(payoutPort: SigningQuestions, signer: AnySigner): Promise<number> {
  const open = await payoutPort.questions();
  for (const { digest, request } of open) await payoutPort.answer(digest, await signer.sign(request));
  return open.length;
}
