/** The endpoints of the trading API by feature, a line each. */
export { endpoints as apiKeys } from './features/api-keys/endpoints.ts';
export { endpoints as flashExchange } from './features/flash-exchange/endpoints.ts';
export { endpoints as funding } from './features/funding/endpoints.ts';
export { endpoints as market } from './features/market/endpoints.ts';
export { endpoints as spot } from './features/spot/endpoints.ts';
export { endpoints as orderLists } from './features/spot/order-list-endpoints.ts';
export { endpoints as wallet } from './features/wallet/endpoints.ts';
