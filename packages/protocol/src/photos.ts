/** Photos and pictures that users send. */

export const PHOTO_BYTES_MAX = 8_000_000;
