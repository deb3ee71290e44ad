/** The tables of price alerts. */
import type { Generated } from 'kysely';

export interface PriceAlertsTable {
  alert_id: Generated<number>;
  user_id: number;
  market: number;
  price: number;
  is_above: boolean;
  since_tick: number;
  added_ms: number;
}

export interface PriceAlertProgressTable {
  one: boolean;
  tick: number;
}

declare module '../../db/schema.ts' {
  interface Schema {
    price_alerts: PriceAlertsTable;
    price_alert_progress: PriceAlertProgressTable;
  }
}
