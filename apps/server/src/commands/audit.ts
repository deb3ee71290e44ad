/**
 * npm run audit: every invariant of the installation with its figures. Exit code 0: all hold; 1: a breach; 2: it could not look.
 * DATA_DIR or DATABASE_URL say where. With the embedded database a running server is asked to audit itself; with PostgreSQL one may run meanwhile.
 */
import { auditAtRest } from '../pipeline/audit.ts';
import { askForAudit } from '../pipeline/audit-socket.ts';
import type { Finding } from '../pipeline/cross-checks.ts';
import { EXIT, frozenView, openInstallation, readInstallation, runCommand } from './installation.ts';

await runCommand(async () => {
  const installation = readInstallation(process.env);
  const startMs = performance.now();
  const asked = installation.databaseUrl === undefined ? await askForAudit(installation.dataDir) : null;
  let findings = asked;
  if (findings === null) {
    const database = await openInstallation(installation);
    try {
      findings = await frozenView(database, auditAtRest);
    } finally {
      await database.close();
    }
  }
  const from = asked === null ? 'recovered from the database' : 'the running server';
  return report(findings, `${from}, ${Math.round(performance.now() - startMs)} ms`);
});

function report(findings: readonly Finding[], subject: string): number {
  const width = Math.max(...findings.map(({ name }) => name.length));
  for (const { name, ok, figures } of findings)
    process.stdout.write(`${ok ? 'holds ' : 'BREACH'}  ${name.padEnd(width)}  ${figures}\n`);
  const breaches = findings.filter(({ ok }) => !ok).length;
  const verdict =
    breaches === 0
      ? `All ${findings.length} invariants hold`
      : `${breaches} of ${findings.length} invariants are broken`;
  process.stdout.write(`\n${verdict} (${subject}).\n`);
  return breaches === 0 ? EXIT.ok : EXIT.breach;
}
