/** Cleans the text of a money field: digits and one point, cut to the asset's decimals. */

/**
 * Keeps digits and the first point. A comma counts as a point if there is no point. Further
 * decimals are cut off.
 */
export function cleanDecimal(typed: string, decimals: number): string {
  const narrow = typed.normalize('NFKC').replaceAll('。', '.');
  const pointed = narrow.includes('.') ? narrow.replaceAll(',', '') : commaMeaning(narrow);
  const kept = pointed.replace(/[^\d.]/g, '');
  const point = kept.indexOf('.');
  if (point < 0) return withoutLeadingZeros(kept);
  const whole = withoutLeadingZeros(kept.slice(0, point)) || '0';
  if (decimals === 0) return whole;
  return `${whole}.${kept
    .slice(point + 1)
    .replaceAll('.', '')
    .slice(0, decimals)}`;
}

/** '1,234' is pasted with a separator, '0,5' is typed with a decimal comma. */
function commaMeaning(text: string): string {
  return /^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '').slice(0, 18);
}

/** The value `steps` of its last decimal higher or lower, at least 0. */
export function steppedDecimal(value: string, decimals: number, steps: number): string {
  const [whole = '', fraction = ''] = cleanDecimal(value, decimals).split('.');
  const units = BigInt(whole + fraction.padEnd(decimals, '0') || '0') + BigInt(steps);
  const digits = (units < 0n ? 0n : units).toString().padStart(decimals + 1, '0');
  if (decimals === 0) return digits;
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
