/**
 * How pasted text is read. Full-width letters and digits, and signs that nobody can see, are what
 * chats, mails and input methods add; everything else stays as it is, and so is refused where it
 * does not belong: a superscript 2 is no 2.
 */

/** U+FF01 to U+FF5E stand for the printable signs of ASCII, in their order. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const TO_ASCII = 0xfee0;
/** Signs without width: soft hyphens, joiners, marks of direction, byte order marks. */
const INVISIBLE = /\p{Cf}/gu;
const WIDE_SPACE = /\u3000/g;

/** Text in plain signs, without what is around it. */
export function plainSigns(text: string): string {
  return text
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - TO_ASCII))
    .replace(WIDE_SPACE, ' ')
    .replace(INVISIBLE, '')
    .trim();
}

/** A code without the spaces and dashes that divide it. */
export const codeSigns = (text: string): string => plainSigns(text).replace(/[\s\p{Pd}]/gu, '');

/**
 * A password in the one form in which it is hashed: devices write the same letters with different
 * characters.
 */
export const passwordSigns = (text: string): string => text.normalize('NFKC');
