/** The endpoints of the trading API by feature, a line each. */
export { endpoints as market } from './features/market/endpoints.ts';
export { endpoints as spot } from './features/spot/endpoints.ts';
export { endpoints as orderLists } from './features/spot/order-list-endpoints.ts';
