/** What sections of the page for programs are put together from. */
import { type FieldRow, type Schema } from './field-rows.ts';
import { html, type Markup } from './markup.ts';
import type { PageTexts } from './page-texts.ts';

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
  /** What the navigation lists below it. */
  readonly parts?: readonly { readonly id: string; readonly title: string }[];
}

export const points = (texts: readonly string[]): Markup =>
  html`<ul>
    ${texts.map((text) => html`<li>${prose(text)}</li>`)}
  </ul>`;

/** Resolves references within a document. */
export function inner(schema: Schema): (reference: string) => Schema {
  return (reference) => {
    let at: unknown = schema;
    for (const part of reference.replace(/^#\/?/, '').split('/'))
      if (part !== '') at = (at as Readonly<Record<string, unknown>>)[part];
    return at as Schema;
  };
}

export function fieldTable(rows: readonly FieldRow[], { calls: words }: PageTexts): Markup {
  if (rows.length === 0) return html`<p>${words.noFields}</p>`;
  const shown = rows.map(({ name, type, notes, isRequired }) => [
    html`<code>${name}</code>${isRequired && words.required !== '' ? html` <em>${words.required}</em>` : ''}`,
    type,
    notes === '' ? '' : code(notes),
  ]);
  return table(words.heads, shown);
}

export const code = (text: string): Markup => html`<code>${text}</code>`;
/** A sentence with code between backticks. */
export const prose = (text: string): Markup =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? code(part) : html`${part}`))}`;

export function table(
  heads: readonly string[],
  rows: readonly (readonly (Markup | string | number)[])[],
): Markup {
  const head = html`<thead>
    <tr>
      ${heads.map((text) => html`<th scope="col">${text}</th>`)}
    </tr>
  </thead>`;
  const body = rows.map(
    (cells) =>
      html`<tr>
        ${cells.map((cell) => html`<td>${cell}</td>`)}
      </tr>`,
  );
  return html`<div class="scroll">
    <table>
      ${heads.length > 0 ? head : ''}
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}
