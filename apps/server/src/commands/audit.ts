/**
 * npm run audit: every invariant of the installation with its figures. Exit code 0: all hold; 1: a
 * breach; 2: the audit could not run. DATA_DIR or DATABASE_URL names the installation. A running
 * server on the embedded database audits itself on request; on PostgreSQL one may run at the same
 * time.
 */
import { auditAtRest } from '../pipeline/audit.ts';
import type { Finding } from '../pipeline/cross-checks.ts';
import { PRODUCTS } from '../composition/products.ts';
import { EXIT, frozenView, runCommand, say, withInstallation } from './installation.ts';

await runCommand(() =>
  withInstallation(async ({ server, database }) => {
    const startMs = performance.now();
    const findings =
      server === null
        ? await frozenView(database, (session) => auditAtRest(session, Object.values(PRODUCTS)))
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
