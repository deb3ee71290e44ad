/**
 * npm run help-center: for each article of the help center, how often readers said that it helped
 * and that it did not. The least helpful comes first. Exit code 0: printed; 2: it could not run.
 */
import { EXIT, perform, runCommand, say } from './installation.ts';

await runCommand(async () => {
  const answers = await perform('help/feedback', null);
  if (answers.length === 0) say('Nobody has answered yet.');
  for (const { article, helped, notHelped } of answers)
    say(`${article}  helped ${helped}, did not help ${notHelped}`);
  return EXIT.ok;
});
