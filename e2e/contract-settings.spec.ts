/** Goal: the form of seconds contracts begins as its settings say. Method: real Chromium. */
import { expect } from '@playwright/test';
import { nightly } from './nightly.ts';
import { LANGUAGES } from './page-models/people.ts';
import { test } from './shared-server.ts';

for (const language of LANGUAGES)
  test(
    `R4.8 the durations are asked for before the fee, the first is chosen, and the amount is its minimum, ${language}`,
    nightly('main-job.spec.ts opens contracts'),
    async ({ page, server, beginAsNew }) => {
      await beginAsNew(language);
      const asked: string[] = [];
      page.on('request', (request) => {
        const url = request.url();
        if (url.includes('contractconfig')) asked.push('durations');
        if (url.includes('contract_fee_rate')) asked.push('fee');
      });
      await page.goto(`${server.url}/pc/scontract`);
      const reply = await fetch(`${server.url}/contract/app/paramter/contractconfig`);
      const { data } = (await reply.json()) as { data: { second: number; openAmountMin: string }[] };
      const [first] = data;
      const durations = page.getByRole('button', { name: new RegExp(`^${first?.second} `) });
      await expect(durations.first()).toHaveAttribute('aria-pressed', 'true');
      await expect(page.locator('#stake')).toHaveValue(first?.openAmountMin ?? '');
      expect(asked.indexOf('durations')).toBeGreaterThanOrEqual(0);
      expect(asked.indexOf('durations')).toBeLessThan(asked.indexOf('fee'));
    },
  );
