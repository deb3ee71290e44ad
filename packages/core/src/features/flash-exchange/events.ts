/** The event of flash exchange. */

/** An exchange, which is done when it is reported. Dust makes one for each of its parts. */
export interface CoinsExchanged {
  readonly type: 'coins-exchanged';
  readonly exchange: number;
  readonly owner: number;
  readonly payAsset: number;
  readonly pay: number;
  readonly receiveAsset: number;
  readonly receive: number;
  readonly exchangedMs: number;
}
