/** Holds replies against the published OpenAPI document, as a client that was generated from it would. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import assert from 'node:assert/strict';
import { openApiDocument } from '../http/openapi.ts';

const DOCUMENT = openApiDocument();
/** Of types only `strictTypes` is off: the documents show a pattern beside text or number. */
const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false });
// What is beside the schemas.
ajv.addVocabulary(Object.keys(DOCUMENT));
ajv.addSchema(DOCUMENT, 'openapi');

export interface Answered {
  readonly path: string;
  readonly method: string;
  readonly status: number;
}

/** Throws where the document promises something else; what it does not name, such as pages, is let pass. */
export function assertPublished({ path, method, status }: Answered, reply: unknown): void {
  const place = method.toLowerCase() as 'get' | 'post';
  const operation = DOCUMENT.paths?.[path]?.[place];
  if (operation === undefined) return;
  const response = operation.responses?.[status];
  assert.ok(response, `${path} promises no ${status}`);
  const at =
    '$ref' in response ? String(response.$ref) : `#/paths/${escaped(path)}/${place}/responses/${status}`;
  const fits = ajv.getSchema(`openapi${at}/content/application~1json/schema`);
  assert.ok(fits, `${path} promises nothing with ${status}`);
  assert.ok(fits(reply), `${path}: ${ajv.errorsText(fits.errors)} in ${JSON.stringify(reply)}`);
}

/** A JSON pointer's own escapes. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
