/**
 * `npx glasshouse audit`: audits the installation: the running server on the embedded database, or
 * the tables.
 */
import { auditAtRest } from '../pipeline/audit.ts';
import type { Finding } from '../pipeline/cross-checks.ts';
import { PRODUCTS } from '../composition/products.ts';
import { PROJECTIONS } from '../composition/projections.ts';
import { frozenView, withInstallation } from './installation.ts';
import { EXIT, runCommand, say } from './outcome.ts';

await runCommand(() =>
  withInstallation(async ({ server, database }) => {
    const startMs = performance.now();
    const findings =
      server === null
        ? await frozenView(database, (session) =>
            auditAtRest(session, { products: Object.values(PRODUCTS), projections: PROJECTIONS }),
          )
        : await server.ask('pipeline/audit', null);
    const from = server === null ? 'recovered from the database' : 'the running server';
    return report(findings, `${from}, ${Math.round(performance.now() - startMs)} ms`);
  }),
);

function report(findings: readonly Finding[], subject: string): number {
  const width = Math.max(...findings.map(({ name }) => name.length));
  for (const { name, ok, figures } of findings)
    say(`${ok ? 'holds ' : 'BREACH'}  ${name.padEnd(width)}  ${figures}`);
  const breaches = findings.filter(({ ok }) => !ok).length;
  const verdict =
    breaches === 0
      ? `All ${findings.length} invariants hold`
      : `${breaches} of ${findings.length} invariants are broken`;
  say(`\n${verdict} (${subject}).`);
  return breaches === 0 ? EXIT.ok : EXIT.breach;
}
