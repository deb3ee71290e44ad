/** Validates replies against the published OpenAPI document, as a generated client would. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { openApiDocument } from '../http/openapi.ts';

const DOCUMENT = openApiDocument();
/** Strict except for `strictTypes`, because the documents combine a pattern with text or number. */
const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false });
// The document's keywords outside the schemas.
ajv.addVocabulary(Object.keys(DOCUMENT));
ajv.addSchema(DOCUMENT, 'openapi');

export interface Answered {
  readonly path: string;
  readonly method: string;
  readonly status: number;
}

/**
 * Throws if the reply contradicts the document. Passes what the document does not mention, such as
 * pages.
 */
export function assertPublished({ path, method, status }: Answered, reply: unknown): void {
  const place = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
  const operation = DOCUMENT.paths?.[path]?.[place];
  if (operation === undefined) return;
  const response = operation.responses?.[status];
  assert.ok(response, `${path} promises no ${status}`);
  const at =
    '$ref' in response ? String(response.$ref) : `#/paths/${escaped(path)}/${place}/responses/${status}`;
  const fits = ajv.getSchema(`openapi${at}/content/application~1json/schema`);
  assert.ok(fits, `${path} promises nothing with ${status}`);
  assert.ok(fits(reply), `${path}: ${ajv.errorsText(fits.errors)} in ${JSON.stringify(reply)}`);
  recordRefusal(path, reply);
}

/** Where the tests note the refusals that they meet, for `npx glasshouse coverage-refusals`. */
const MET_FILE = process.env.MET_REFUSALS;

function recordRefusal(path: string, reply: unknown): void {
  if (MET_FILE === undefined || typeof reply !== 'object' || reply === null || !('error' in reply)) return;
  appendFileSync(MET_FILE, `${path} ${String(reply.error)}\n`);
}

/** Escapes a name for a JSON pointer. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
