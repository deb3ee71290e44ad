/** Mail: the server answers by TLS and knows us, and receivers find who may send for the domain. */
import { Resolver } from 'node:dns/promises';
import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import { Findings, hidden, reasonOf, type Finding } from '../finding.ts';

const ANSWER_MS_MAX = 10_000;
const DNS_MS_MAX = 3_000;
const LOOPBACK = /^(localhost|127\.|\[?::1)/;
/** What DNS says where there is no such record. */
const NONE: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

export interface MailToCheck {
  readonly smtpUrl: string;
  readonly from: string;
  /** Who gets a mail to try it; null: nobody. */
  readonly to: string | null;
  /** The name of the key that signs mail; null: not known. */
  readonly dkimSelector: string | null;
}

export async function checkMail(mail: MailToCheck): Promise<readonly Finding[]> {
  const findings = new Findings('mail');
  try {
    await connect(mail, findings);
    if (mail.to !== null) await sendTo(mail, mail.to, findings);
  } catch (error) {
    findings.failed(`${hidden(mail.smtpUrl)}: ${reasonOf(error)}`);
  }
  const [, domain] = /@([^\s>@]+)>?\s*$/.exec(mail.from) ?? [];
  if (domain === undefined) findings.failed(`MAIL_FROM: ${mail.from} has no address`);
  else await lookUp(domain, mail.dkimSelector, findings);
  return findings.all;
}

/** As the server sends: the settings of nodemailer are those of the address. */
async function connect({ smtpUrl }: MailToCheck, findings: Findings): Promise<void> {
  const transporter = createTransport({ url: smtpUrl, connectionTimeout: ANSWER_MS_MAX });
  try {
    await transporter.verify();
    findings.ok(`${hidden(smtpUrl)} answers${new URL(smtpUrl).username === '' ? '' : ' and knows the name'}`);
  } finally {
    transporter.close();
  }
  if (await isSecure(smtpUrl)) findings.ok('mail leaves by TLS');
  else if (LOOPBACK.test(new URL(smtpUrl).hostname)) findings.note('mail goes without TLS to this machine');
  else findings.failed('the mail server offers no TLS: codes would travel in the open');
}

async function isSecure(smtpUrl: string): Promise<boolean> {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const connection = new SMTPConnection({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    connectionTimeout: ANSWER_MS_MAX,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.connect((error) => (error === undefined || error === null ? resolve() : reject(error)));
    });
    return connection.secure;
  } finally {
    connection.close();
  }
}

async function sendTo({ smtpUrl, from }: MailToCheck, to: string, findings: Findings): Promise<void> {
  const transporter = createTransport({ url: smtpUrl, connectionTimeout: ANSWER_MS_MAX });
  try {
    const text = 'This mail was sent by `npx glasshouse setup`. Mail of the platform leaves as this one did.';
    await transporter.sendMail({ from, to, subject: 'Glasshouse: mail works', text });
    findings.ok(`a mail to ${to} was taken: look whether it arrives, and not among junk`);
  } finally {
    transporter.close();
  }
}

async function lookUp(domain: string, selector: string | null, findings: Findings): Promise<void> {
  const resolver = new Resolver({ timeout: DNS_MS_MAX, tries: 1 });
  const records = [
    ['SPF', domain, /^v=spf1/i, 'which servers may send for it'],
    ['DMARC', `_dmarc.${domain}`, /^v=DMARC1/i, 'what receivers do with mail of others'],
    ...(selector === null
      ? []
      : ([['DKIM', `${selector}._domainkey.${domain}`, /\bp=\S/, 'the key that signs mail']] as const)),
  ] as const;
  for (const [name, place, form, use] of records) {
    try {
      const texts = (await resolver.resolveTxt(place)).map((parts) => parts.join(''));
      const found = texts.find((text) => form.test(text));
      if (found === undefined) findings.note(`${name}: ${place} has no such TXT record (${use})`);
      else findings.ok(`${name}: ${place} says ${found}`);
    } catch (error) {
      const isNone = error instanceof Error && 'code' in error && NONE.has(error.code);
      const why = isNone ? 'has no TXT record' : `cannot be asked: ${reasonOf(error)}`;
      findings.note(`${name}: ${place} ${why} (${use})`);
    }
  }
  if (selector === null)
    findings.note(
      'DKIM: name the selector of your mail server by --dkim-selector, and its TXT record is looked up',
    );
}
