/**
 * A typed client of the trading API for node and browsers.
 *
 * @module
 * @example
 * const credentials = await hmacKey(apiKey, secret);
 * const socket = new SocketClient({ url: 'http://localhost:8080', credentials });
 * await socket.ready();
 * await socket.ask('spot/query-open-orders', { symbol: 'BTCUSDT' });
 */
export type { EventFollower } from './account-events.ts';
export { AccountMirror, type Balance, type MirroredOrder, type MirrorOptions } from './account-mirror.ts';
export type { BackoffOptions } from './backoff.ts';
export { BookFollower, type BookFollowerOptions } from './book-follower.ts';
export type { AnswerOf, BatchedEndpoint, ParametersFor, SocketEndpoint } from './endpoint-types.ts';
export { ApiError, UnansweredError } from './errors.ts';
export { LocalBook, type BookChange, type BookSnapshot, type Level, type Taken } from './local-book.ts';
export { MarketStream, StreamRefused, streamName, type MarketStreamOptions } from './market-stream.ts';
export { RequestLine, type LineOptions, type LineReply } from './request-line.ts';
export { RestClient, type RestOptions } from './rest-client.ts';
export { ed25519Key, formOf, hmacKey, socketPayload, type Credentials } from './signing.ts';
export { SocketClient, type BatchPart, type PartResult, type SocketOptions } from './socket-client.ts';
