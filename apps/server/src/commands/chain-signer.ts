/**
 * `npx glasshouse chain-signer`: the process that holds the keys. It listens nowhere: it asks at
 * the server's signing socket what there is to sign, and answers there.
 */
import path from 'node:path';
import { SIGNING_SOCKET, type SignerCommands } from '../chains/paying/commands.ts';
import type { AnySigner } from '../chains/paying/payout-port.ts';
import { keepAsking, MustEnd } from '../chains/paying/keep-asking.ts';
import { openSigner } from '../chains/paying/signer-folder.ts';
import { answerQuestions } from '../chains/paying/signer-work.ts';
import { readSignerConfig } from '../process-configs.ts';
import { createLog } from '../process/log.ts';
import { connectToSocket } from '../operating/socket.ts';
import { runProcess } from './run-process.ts';
import { EXIT, say } from './outcome.ts';

const BETWEEN_MS = 0;
const AFTER_FAILURE_MS = 1_000;

await runProcess(async () => {
  const { signerDir, dataDir, signingSocket, logLevel } = readSignerConfig(process.env);
  const { signer, close } = await openSigner(signerDir, () => Date.now());
  const careful: AnySigner = {
    sign: async (request) =>
      signer.sign(request).catch((error: unknown) => {
        throw new MustEnd('the signer cannot write its record', { cause: error });
      }),
  };
  const file = signingSocket ?? path.resolve(dataDir, SIGNING_SOCKET);
  say(`The signer asks at ${file}`);
  await keepAsking<SignerCommands>({
    connect: async () => connectToSocket(file),
    work: async (server) => {
      await answerQuestions(
        {
          questions: async () => server.ask('signer/questions', undefined),
          answer: async (digest, answer) => server.ask('signer/answer', { digest, answer }),
        },
        careful,
      );
    },
    betweenMs: BETWEEN_MS,
    afterFailureMs: AFTER_FAILURE_MS,
    log: createLog(logLevel),
  });
  await close();
  return EXIT.ok;
});
