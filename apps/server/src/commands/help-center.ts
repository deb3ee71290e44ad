/** `npx glasshouse help-center`: prints how often the articles of the help center helped. */
import { perform } from './installation.ts';
import { EXIT, runCommand, say } from './outcome.ts';

await runCommand(async () => {
  const answers = await perform('help/feedback', null);
  if (answers.length === 0) say('Nobody has answered yet.');
  for (const { article, helped, notHelped } of answers)
    say(`${article}  helped ${helped}, did not help ${notHelped}`);
  return EXIT.ok;
});
