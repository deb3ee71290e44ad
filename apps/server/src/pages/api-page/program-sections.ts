/** The trading API on the page for programs: examples, rules, endpoints by feature, errors. */
import { CHAPTERS } from '@glasshouse/protocol';
import { ENDPOINTS, STREAMS, USER_EVENTS, type AnyEndpoint } from '@glasshouse/protocol/programs';
import * as z from 'zod';
import type { Language } from '../../http/handler.ts';
import { publishedWeight } from '../../http/openapi-programs.ts';
import { allErrors, refusalsOfEndpoint } from '../../http/published-errors.ts';
import { programLimits } from '../../programs/weights.ts';
import { described, fieldRows, WORDS, type Schema } from './field-rows.ts';
import { html, type Markup } from './markup.ts';
import { code, fieldTable, inner, points, prose, table, type Section } from './page-parts.ts';
import type { PageTexts } from './page-texts.ts';
import { programExamples } from './program-examples.ts';
import { PROGRAM_TEXTS, type ProgramTexts } from './program-texts.ts';

export interface ProgramPage {
  readonly language: Language;
  readonly texts: PageTexts;
  /** Of the server, such as 'http://localhost:8080'. */
  readonly address: string;
  readonly rateFactor: number;
}

export function programSections(page: ProgramPage): readonly Section[] {
  const words = PROGRAM_TEXTS[page.language];
  return [
    { id: 'start', title: words.start.title, body: start(page, words) },
    { id: 'signing', title: words.signing.title, body: points(words.signing.points) },
    { id: 'trading-limits', title: words.limits.title, body: limits(page, words) },
    { id: 'sockets', title: words.sockets.title, body: sockets(page, words) },
    { id: 'market-streams', title: words.streams.title, body: streams(words) },
    ...endpointSections(page, words),
    { id: 'error-codes', title: words.errors.title, body: errors(page, words) },
  ];
}

function start({ address }: ProgramPage, { start: words }: ProgramTexts): Markup {
  return html`<p>${words.lead}</p>
    ${programExamples(address).map(
      ({ title, text }) =>
        html`<h3>${title}</h3>
          <pre>${text}</pre>`,
    )}
    ${points(words.after)}`;
}

function limits({ rateFactor }: ProgramPage, { limits: words }: ProgramTexts): Markup {
  const rows = Object.entries(programLimits(rateFactor)).map(([name, limit]) => [
    words.rows[name as keyof typeof words.rows],
    limit,
  ]);
  return html`<p>${prose(words.lead)}</p>
    ${table(words.heads, rows)}`;
}

function sockets(page: ProgramPage, { sockets: words }: ProgramTexts): Markup {
  const events = Object.entries(USER_EVENTS).map(
    ([name, event]) =>
      html`<details>
        <summary>${code(name)}</summary>
        ${fields(event, page)}
      </details>`,
  );
  return html`${points(words.points)}
    <pre>${words.example}</pre>
    <h3>${words.batches.title}</h3>
    ${points(words.batches.points)}
    <h3>${words.events.title}</h3>
    <p>${prose(words.events.lead)}</p>
    ${events}
    <h3>${words.resume.title}</h3>
    ${points(words.resume.points)}`;
}

function streams({ streams: words }: ProgramTexts): Markup {
  const rows = Object.values(STREAMS).map(({ pattern, everyMs, summary }) => [
    code(pattern),
    everyMs === 0 ? words.atOnce : `${everyMs} ms`,
    summary,
  ]);
  return html`${points(words.points)}${table(words.heads, rows)}`;
}

/** One for each feature that has endpoints. */
function endpointSections(page: ProgramPage, words: ProgramTexts): readonly Section[] {
  return CHAPTERS.flatMap(({ name, title }): Section[] => {
    const endpoints = (ENDPOINTS as readonly AnyEndpoint[]).filter((one) => one.name.startsWith(`${name}/`));
    if (endpoints.length === 0) return [];
    const parts = endpoints.map(({ method, path }) => ({
      id: idOf({ method, path }),
      title: `${method} ${path}`,
    }));
    return [
      {
        id: `trading-${name}`,
        title: words.endpoints.title.replace('{feature}', title[page.language]),
        body: html`${endpoints.map((endpoint) => endpointPart(endpoint, page, words.endpoints))}`,
        parts,
      },
    ];
  });
}

/** Names of endpoints may be those of calls. */
const idOf = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>): string =>
  `${method} ${path}`.replace(' ', '-');

function endpointPart(endpoint: AnyEndpoint, page: ProgramPage, words: ProgramTexts['endpoints']): Markup {
  const { method, path, summary, security, orders, socketMethod } = endpoint;
  const { calls } = page.texts;
  const facts = [
    security === 'none' ? words.anybody : `${words.permission} ${security}`,
    `${words.weight} ${weightText(endpoint)}`,
    ...(orders === 0 ? [] : [words.orders]),
    ...(socketMethod === null ? [] : [`${words.socket} ${socketMethod}`]),
  ];
  const names = refusalsOfEndpoint(endpoint).map(
    (name) => html`<a href="#error-${name}"><code>${name}</code></a> `,
  );
  return html`<article id="${idOf(endpoint)}">
    <h3><b>${method}</b> <code>${path}</code></h3>
    <p>${prose(summary)}.</p>
    <p class="facts">${facts.join(' · ')}</p>
    <h4>${calls.fields}</h4>
    ${fields(endpoint.input, page)}
    <h4>${calls.answer}</h4>
    ${answer(endpoint.data, page)}
    <details>
      <summary>${words.errors}</summary>
      <p class="names">${names}</p>
    </details>
  </article>`;
}

function weightText(endpoint: AnyEndpoint): string {
  const weight = publishedWeight(endpoint);
  if (typeof weight === 'number') return String(weight);
  return weight.map((one) => `${one.weight} (${one.parameters === '' ? '–' : one.parameters})`).join(', ');
}

function fields(of: z.ZodType, { language, texts }: ProgramPage): Markup {
  const schema = z.toJSONSchema(of, { io: 'input', unrepresentable: 'any' }) as Schema;
  return fieldTable(fieldRows(schema, { words: WORDS[language], resolve: inner(schema) }), texts);
}

function answer(of: z.ZodType, { language, texts }: ProgramPage): Markup {
  const schema = z.toJSONSchema(of, { io: 'output', unrepresentable: 'any' }) as Schema;
  const context = { words: WORDS[language], resolve: inner(schema) };
  const rows = fieldRows(schema, context);
  const shown = { ...texts, calls: { ...texts.calls, required: '' } };
  // A list without named fields is said by its type.
  return rows.length > 0 ? fieldTable(rows, shown) : html`<p>${described(schema, context).type}</p>`;
}

function errors({ language }: ProgramPage, { errors: words }: ProgramTexts): Markup {
  const seen = new Set<string>();
  const rows = allErrors().map(({ code: number, status, error, about, ...texts }) => {
    const id = seen.has(error) ? html`` : html` id="error-${error}"`;
    seen.add(error);
    const what = about === null ? '' : `${about.field} ${about.reason}`;
    return [number, status, html`<code${id}>${error}</code>`, what, texts[language]];
  });
  const failures = (ENDPOINTS as readonly AnyEndpoint[]).flatMap((endpoint) => endpoint.failures);
  return html`<p>${words.lead}</p>
    ${table(words.heads, [...rows, ...failures.map(({ code: number, status, msg }) => [number, status, '', '', msg])])}`;
}
