/**
 * The layout of every mail: the same text as plain text and as HTML, with the reader's
 * anti-phishing code on top.
 */
import { defineText, type TextLanguage } from '@glasshouse/texts';
import { inkOn } from '../values/accent.ts';
import { DEFAULT_BRAND, type Brand } from '../values/brand.ts';
import type { Letter } from './mail.ts';

export interface MailReader {
  readonly to: string;
  readonly language: TextLanguage;
  /** '' if the reader has set none. */
  readonly antiPhishingCode: string;
}

export interface MailWords {
  /** With the name of the platform where it names it. */
  readonly subject: string | ((name: string) => string);
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Six digits, shown large. */
  readonly code?: string;
  /** Names and values, such as the device of a sign-in. */
  readonly facts?: readonly (readonly [string, string])[];
  readonly action?: {
    readonly label: string;
    readonly url: string;
    /** Somebody else may be in the reader's account, and this stops them. */
    readonly isUrgent?: boolean;
  };
}

const FOOT = defineText({
  en: 'Never tell a code or a password to anyone, not even to someone who says they are from support.',
  zh: '切勿将验证码或密码告知任何人，包括自称客服的人员。',
});
const ANTI_PHISHING = defineText({
  en: 'Your anti-phishing code: {antiPhishingCode}',
  zh: '你的防钓鱼码：{antiPhishingCode}',
});
const NO_CODE = defineText({
  en: 'Set an anti-phishing code in the security center: every real mail from us then carries it.',
  zh: '可在安全中心设置防钓鱼码：此后我们的每封邮件都会带上它。',
});

export function layOut({ to, language, antiPhishingCode }: MailReader, words: MailWords): Letter {
  const mark = antiPhishingCode === '' ? NO_CODE(language) : ANTI_PHISHING(language, { antiPhishingCode });
  return (brand) => {
    const subject = typeof words.subject === 'string' ? words.subject : words.subject(brand.name);
    const parts = { subject, mark, foot: FOOT(language), owner: ownerIn(brand), language, brand };
    return { to, subject, code: words.code ?? null, text: plain(words, parts), html: html(words, parts) };
  };
}

/** Who runs the platform, on one line; empty where the owner has not said. */
const ownerIn = ({ legal_name, legal_address, legal_contact }: Brand): string =>
  [legal_name, legal_address, legal_contact].filter((part) => part !== '').join(' · ');

interface Parts {
  readonly subject: string;
  readonly mark: string;
  readonly foot: string;
  readonly owner: string;
  readonly language: TextLanguage;
  readonly brand: Brand;
}

/** A name and its value on one line. */
export function factText(language: TextLanguage, [name, value]: readonly [string, string]): string {
  return language === 'zh' ? `${name}：${value}` : `${name}: ${value}`;
}

function plain(words: MailWords, { mark, foot, owner, language }: Parts): string {
  const facts = words.facts?.map((fact) => factText(language, fact)).join('\n');
  const { action } = words;
  const colon = language === 'zh' ? '：' : ':';
  const link = action === undefined ? undefined : `${action.label}${colon}\n${action.url}`;
  return [words.title, words.code, ...words.paragraphs, facts, link, foot, mark, owner]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n');
}

const PAPER = '#ffffff';
/** That of the light theme. */
const DEFAULT_INK = '#00729e';
const ALARM = '#c4273f';

/**
 * Styles are inline, because mail programs drop style sheets. No image, no script, nothing loaded
 * from elsewhere.
 */
function html(words: MailWords, { subject, mark, foot, owner, language, brand }: Parts): string {
  const accent = brand.colour === DEFAULT_BRAND.colour ? DEFAULT_INK : inkOn(PAPER, brand.colour);
  const line = (text: string) =>
    `<p style="margin:0 0 14px;font-size:15px;line-height:23px">${escape(text)}</p>`;
  const code =
    words.code === undefined
      ? ''
      : `<p style="margin:6px 0 20px;font-size:34px;line-height:40px;font-weight:bold;letter-spacing:8px">${escape(words.code)}</p>`;
  const facts =
    words.facts === undefined
      ? ''
      : `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 18px;font-size:14px;line-height:24px">${words.facts
          .map(
            ([name, value]) =>
              `<tr><td style="padding-right:24px;color:#52606f">${escape(name)}</td><td>${escape(value)}</td></tr>`,
          )
          .join('')}</table>`;
  const colour = words.action?.isUrgent === true ? ALARM : accent;
  const action =
    words.action === undefined
      ? ''
      : `<p style="margin:0 0 18px"><a href="${escape(words.action.url)}" style="display:inline-block;padding:11px 18px;border-radius:8px;border:1px solid ${colour};color:${colour};font-size:14px;font-weight:bold;text-decoration:none">${escape(words.action.label)}</a></p>`;
  return [
    `<!doctype html><html lang="${language === 'zh' ? 'zh-Hans' : 'en'}"><meta charset="utf-8"><title>${escape(subject)}</title>`,
    '<body style="margin:0;padding:32px 12px;background:#f0f3f6;color:#10171f;font-family:Inter,system-ui,sans-serif">',
    '<div style="max-width:520px;margin:0 auto;background:#fff;border:1px solid #e3e8ee;border-radius:12px;padding:28px 32px">',
    `<p style="margin:0 0 18px;font-size:15px;font-weight:bold;color:${accent}">${escape(brand.name)}</p>`,
    `<h1 style="margin:0 0 14px;font-size:21px;line-height:28px">${escape(words.title)}</h1>`,
    code,
    ...words.paragraphs.map(line),
    facts,
    action,
    `<p style="margin:22px 0 0;padding-top:16px;border-top:1px solid #e3e8ee;font-size:13px;line-height:20px;color:#52606f">${escape(foot)}<br>${escape(mark)}${owner === '' ? '' : `<br>${escape(owner)}`}</p>`,
    '</div></body></html>',
  ].join('');
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
