-- Confirmations and the smallest deposit can be set while the platform runs (D0048). A deposit keeps
-- those of the moment when it was seen; those so far had the ones of the release.
alter table chain_deposits add column confirmations bigint not null default 12;
alter table chain_deposits alter column confirmations drop default;
-- A decimal of the coin.
alter table chain_deposits add column min_deposit text not null default '0';
alter table chain_deposits alter column min_deposit drop default;
update chain_deposits d set min_deposit = r.min_deposit
  from (values
    ('TRC20', 'USDT', '1'),
    ('ERC20', 'ETH', '0.001'),
    ('ERC20', 'USDT', '10'),
    ('BEP20', 'USDT', '1'),
    ('BTC', 'BTC', '0.0001'),
    ('LTC', 'LTC', '0.01'),
    ('DOGE', 'DOGE', '10')
  ) r (chain, coin, min_deposit)
  where r.chain = d.chain and r.coin = d.coin;
