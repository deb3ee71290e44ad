-- Messages to owners are made of users' rows that have ended or were credited, in the order of the
-- commands that changed them. Owners below 1000 are the platform's own.

create index spot_orders_told on spot_orders (changed_seq) where owner >= 1000 and status <> 0;
create index positions_told on positions (changed_seq) where owner >= 1000 and status <> 0;
create index funding_deposits_told on funding_deposits (changed_seq) where owner >= 1000;
create index finance_orders_told on finance_orders (changed_seq) where owner >= 1000 and status <> 0;
create index miners_told on miners (changed_seq) where owner >= 1000 and status <> 0;
create index fund_holdings_told on fund_holdings (changed_seq) where owner >= 1000 and status > 1;
create index subscriptions_told on subscriptions (changed_seq) where owner >= 1000 and status > 1;
