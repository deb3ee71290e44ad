/** The features that have news, one line each. */
export { news as deposit } from '#features/deposit/news.ts';
export { news as secondsContract } from '#features/seconds-contract/news.ts';
export { news as spot } from '#features/spot/news.ts';
