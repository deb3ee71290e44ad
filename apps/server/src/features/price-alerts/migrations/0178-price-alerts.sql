-- Prices that users wait for. The message about a reached one is added as its row is removed.

create table price_alerts (
  alert_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  market integer not null,
  -- In steps of the pair's index price.
  price bigint not null,
  is_above boolean not null,
  -- The last tick before it was added.
  since_tick bigint not null,
  added_ms bigint not null,
  unique (user_id, market, price)
);

-- Up to this tick, no alert is left to be told. One row.
create table price_alert_progress (
  one boolean primary key check (one),
  tick bigint not null
);
