/**
 * The page for programs: every call, channel, type of order, refusal and limit, made from the
 * schemas by which the server works. Static HTML, without scripts.
 */
import {
  CHAPTERS,
  REFUSALS,
  type Call,
  type ChapterTable,
  type DataOf,
  type RefusalName,
} from '@glasshouse/protocol';
import type { getLimits } from '@glasshouse/protocol/parameters';
import { CHANNELS, clientFrame, serverFrame } from '@glasshouse/protocol/stream';
import * as z from 'zod';
import { refusalsOf } from '../../http/call-refusals.ts';
import { replyShapeOf, statusOf } from '../../http/envelope.ts';
import { BRAND_BASE } from '../../http/brand-files.ts';
import type { Language } from '../../http/handler.ts';
import type { Brand } from '../../values/brand.ts';
import { described, fieldRows, WORDS, type Schema } from './field-rows.ts';
import { html, type Markup } from './markup.ts';
import { code, fieldTable, inner, points, prose, table, type Section } from './page-parts.ts';
import { PAGE_TEXTS, type PageTexts } from './page-texts.ts';
import { programSections } from './program-sections.ts';
import { PROGRAM_TEXTS } from './program-texts.ts';

export const STYLE_PATH = '/docs/api.css';

export interface ApiPageParts extends Omit<Page, 'texts'> {
  readonly brand: Brand;
}

interface Page {
  readonly language: Language;
  readonly texts: PageTexts;
  readonly limits: DataOf<typeof getLimits>;
  /** Of the server, such as 'http://localhost:8080'. */
  readonly address: string;
  readonly rateFactor: number;
}

export function apiPage({ brand, ...given }: ApiPageParts): string {
  const { language } = given;
  const texts = PAGE_TEXTS[language];
  const page: Page = { ...given, texts };
  const [lang, other] = language === 'zh' ? ['zh-CN', 'en'] : ['en', 'zh'];
  const groups = [
    { title: PROGRAM_TEXTS[language].group, sections: programSections(page) },
    { title: PROGRAM_TEXTS[language].ownGroup, sections: sectionsOf(page) },
  ];
  return html`<!doctype html>
    <html lang="${lang}" class="dark">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${texts.title} · ${brand.name}</title>
        <link rel="icon" href="${BRAND_BASE}/${brand.digest}/icon" />
        <link rel="stylesheet" href="${STYLE_PATH}" />
        <link rel="stylesheet" href="${BRAND_BASE}/${brand.digest}/theme.css" />
      </head>
      <body>
        <header>
          <a class="home" href="/pc/">${brand.name}</a>
          <a href="/openapi.json">${texts.document}</a>
          <a href="?lang=${other}" hreflang="${other === 'zh' ? 'zh-CN' : 'en'}">${texts.otherLanguage}</a>
        </header>
        <div class="columns">
          <nav aria-label="${texts.title}">
            ${groups.map(
              (group) =>
                html`<p>${group.title}</p>
                  ${group.sections.map(navigationOf)}`,
            )}
          </nav>
          <main>
            <h1>${texts.title}</h1>
            <p class="lead">${texts.lead}</p>
            ${groups.flatMap(({ sections }) => sections.map(sectionOf))}
          </main>
        </div>
      </body>
    </html> `.text;
}

const sectionOf = ({ id, title, body }: Section): Markup =>
  html`<section id="${id}">
    <h2>${title}</h2>
    ${body}
  </section>`;

function navigationOf({ id, title, parts = [] }: Section): Markup {
  const below = parts.map((part) => html`<li><a href="#${part.id}">${part.title}</a></li>`);
  return html`<a class="part" href="#${id}">${title}</a>${
      below.length > 0
        ? html`<ul>
            ${below}
          </ul>`
        : ''
    }`;
}

function sectionsOf(page: Page): readonly Section[] {
  const { texts } = page;
  return [
    { id: 'basics', title: texts.basics.title, body: points(texts.basics.points) },
    { id: 'sign-in', title: texts.signIn.title, body: signIn(texts) },
    { id: 'lists', title: texts.lists.title, body: points(texts.lists.points) },
    { id: 'limits', title: texts.limits.title, body: limitsOf(page) },
    { id: 'stream', title: texts.stream.title, body: stream(page) },
    ...callSections(page),
    { id: 'refusals', title: texts.refusals.title, body: catalogue(page) },
  ];
}

function signIn({ signIn: texts }: PageTexts): Markup {
  const shown = texts.steps.map(
    (step, i) =>
      html`<li>
        ${step}
        <pre>${EXAMPLES[i] ?? ''}</pre>
      </li>`,
  );
  return html`<ol>
      ${shown}
    </ol>
    ${points(texts.after)}`;
}

const EXAMPLES: readonly string[] = [
  'POST /bb/app/user/sendEmailCode\n{"email": "you@example.com", "type": "login"}',
  'POST /bb/app/user/login\n{"account": "you@example.com", "code": "123456", "password": "…"}\n\n{"code": 1, "msg": "success", "data": {"userId": "1001", "token": "…"}}',
  'POST /bb/app/user/info\nX-Access-Token: …',
];

function limitsOf({ texts, limits }: Page): Markup {
  const rates = Object.entries(limits.rates).map(([name, { burst, perSecond }]) => [
    texts.rates[name as keyof PageTexts['rates']],
    burst,
    perSecond,
  ]);
  const { intervalMs, ...ofStream } = limits.stream;
  const counts = Object.entries({ ...limits.requests, ...ofStream }).map(([name, count]) => [
    texts.counts[name as keyof PageTexts['counts']].replace('{seconds}', String(intervalMs / 1000)),
    count,
  ]);
  return html`<p>${texts.limits.lead}</p>
    ${table(texts.limits.rateHeads, rates)}${table([], counts)}`;
}

function stream({ language, texts }: Page): Markup {
  const { stream: words } = texts;
  const channels = CHANNELS.map((channel) => {
    const { carries, numbers, missed } = words.channels?.[channel.name] ?? channel;
    return [code(channel.name), ...[carries, numbers, missed].map(prose)];
  });
  return html`${points(words.points)}
    <h3>${words.gapTitle}</h3>
    ${points(words.gap)} ${table(words.channelHeads, channels)}
    <h3>${words.sent}</h3>
    ${frames(clientFrame, 'op', { language, texts })}
    <h3>${words.received}</h3>
    ${frames(serverFrame, 'type', { language, texts })}`;
}

/** The frames of a union, each named by the values of one of its fields. */
function frames(
  union: z.ZodType,
  named: string,
  { language, texts }: Pick<Page, 'language' | 'texts'>,
): Markup[] {
  const schema = z.toJSONSchema(union, { io: 'input', unrepresentable: 'any' }) as Schema;
  return (schema.oneOf ?? schema.anyOf ?? []).map((frame) => {
    const { [named]: name, ...properties } = frame.properties ?? {};
    const title = name?.const === undefined ? (name?.enum ?? []).join(' · ') : String(name.const);
    const rows = fieldRows({ ...frame, properties }, { words: WORDS[language], resolve: inner(schema) });
    return html`<details>
      <summary>${code(title)}</summary>
      ${fieldTable(rows, texts)}
    </details>`;
  });
}

function callSections(page: Page): readonly Section[] {
  const { language } = page;
  return CHAPTERS.map(({ name, title, tables = [], calls }) => ({
    id: name,
    title: title[language],
    body: html`${tables.map((one) => chapterTable(one, language))}${calls.map((call) => callPart(call, page))}`,
    parts: calls.map((call) => ({ id: call.name, title: call.path })),
  }));
}

function chapterTable({ title, lead, heads, rows }: ChapterTable, language: Language): Markup {
  const shown = rows.map(([first = '', ...others]) => [code(first), ...others]);
  return html`<h3>${title[language]}</h3>
    <p>${lead[language]}</p>
    ${table(heads[language], shown)}`;
}

function callPart(call: Call, page: Page): Markup {
  const { calls: words } = page.texts;
  const facts = [
    call.access === 'user' ? words.user : words.everybody,
    ...(call.operation === null ? [] : [`${words.operation} ${call.operation}`]),
    ...(call.movesMoney ? [words.key] : []),
  ];
  const paths = call.prefixes.map((prefix) => html`<code>${prefix}${call.path}</code> `);
  const refusals = refusalsOf(call).map((name) => html`<a href="#${name}"><code>${name}</code></a> `);
  return html`<article id="${call.name}">
    <h3><b>${call.method}</b> ${paths}</h3>
    <p>${prose(call.summary)}.</p>
    <p class="facts">${facts.join(' · ')}</p>
    ${call.uploadBytesMax === null ? '' : html`<p>${words.upload}</p>`} ${inputOf(call, page)}
    ${answerOf(call, page)}
    <h4>${words.refusals}</h4>
    <p class="names">${refusals}</p>
  </article>`;
}

function inputOf(call: Call, { language, texts }: Page): Markup {
  const { calls: words } = texts;
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema;
  const rows = fieldRows(schema, { words: WORDS[language], resolve: inner(schema) });
  if (rows.length === 0) return html`<p>${words.noFields}</p>`;
  return html`<h4>${words.fields}</h4>
    ${fieldTable(rows, texts)}`;
}

function answerOf(call: Call, { language, texts }: Page): Markup {
  const { calls: words } = texts;
  if (call.download !== null)
    return html`<h4>${words.answer}</h4>
      <p>${words.download}</p>`;
  if (call.data.safeParse(undefined).success)
    return html`<h4>${words.answer}</h4>
      <p>${words.noData}</p>`;
  const schema = z.toJSONSchema(call.data, { io: 'output', unrepresentable: 'any' }) as Schema;
  const place = replyShapeOf(call.name) === 'huobi-tick' ? 'tick' : 'data';
  const whole = {
    name: place,
    isRequired: true,
    ...described(schema, { words: WORDS[language], resolve: inner(schema) }),
  };
  const rows = [whole, ...fieldRows(schema, { words: WORDS[language], resolve: inner(schema) }, place)];
  return html`<h4>${words.answer}</h4>
    ${fieldTable(rows, { ...texts, calls: { ...words, required: '' } })}`;
}

function catalogue({ language, texts }: Page): Markup {
  const { refusals: words } = texts;
  const rows = (Object.keys(REFUSALS) as RefusalName[]).map((error) => {
    const refusal = REFUSALS[error];
    const name = html`<code id="${error}">${error}</code>`;
    return [name, refusal.code, statusOf({ error }), refusal.kind, refusal[language]];
  });
  return html`<p>${words.lead}</p>
    ${table(words.heads, rows)}`;
}
