/** Finds bodies that are costly to parse, by one pass over their text. */
import { BODY_SHAPE_LIMITS } from './edge-limits.ts';

/** Whether a form has more fields than any call takes. */
export function isFormWide(text: string): boolean {
  let fields = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1))
    if (++fields > BODY_SHAPE_LIMITS.formFields) return true;
  return false;
}

/** Whether JSON text nests objects and arrays deeper than any call does. */
export function isJsonDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isInString) {
      // What follows a backslash does not end the string.
      if (sign === '\\') at++;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = true;
    else if (sign === '{' || sign === '[') {
      if (++depth > BODY_SHAPE_LIMITS.jsonDepth) return true;
    } else if (sign === '}' || sign === ']') depth--;
  }
  return false;
}
