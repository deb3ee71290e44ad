-- Funds, every holding as it now is, and how many of each owner have each status.

create table fund_holdings (
  holding_id bigint primary key,
  owner bigint not null,
  fund integer not null,
  quote integer not null,
  revision integer not null,
  units bigint not null,
  leverage smallint not null,
  accepted_ms bigint not null,
  max_nav bigint not null,
  buy_nav bigint not null,
  bought_ms bigint not null,
  notional bigint not null,
  margin bigint not null,
  buy_fee bigint not null,
  buy_fee_ppm integer not null,
  sell_fee_ppm integer not null,
  exit_fee_ppm integer not null,
  lending_daily_ppb integer not null,
  maintenance_ppm integer not null,
  cover_ppm integer not null,
  maintenance bigint not null,
  cover bigint not null,
  days integer not null,
  interest bigint not null,
  liquidation_nav bigint not null,
  limit_nav bigint not null,
  ordered_end smallint not null,
  ordered_ms bigint not null,
  min_nav bigint not null,
  reason smallint not null,
  status smallint not null,
  close_nav bigint not null,
  closed_ms bigint not null,
  close_fee bigint not null,
  payout bigint not null,
  paid_in_coins bigint not null,
  changed_seq bigint not null
) with (fillfactor = 80);
create index fund_holdings_by_owner on fund_holdings (owner, accepted_ms desc, holding_id desc);
create index fund_holdings_by_status on fund_holdings (owner, status, accepted_ms desc, holding_id desc);
-- What holdings that ended since a time have brought is read by when they ended.
create index fund_holdings_by_end on fund_holdings (owner, closed_ms) where status between 2 and 4;

create table fund_holding_totals (
  owner bigint not null,
  status smallint not null,
  holdings bigint not null,
  primary key (owner, status)
) with (fillfactor = 70);
