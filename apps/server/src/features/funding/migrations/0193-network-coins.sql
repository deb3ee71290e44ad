-- Coins that operators have listed on networks (D0048): what a contract is never changes, and its
-- first terms. Later terms are versions among the parameters. Only added to.
create table network_coins (
  listing bigint generated always as identity primary key,
  network text not null,
  coin text not null,
  -- As the network writes addresses, with their checksum.
  contract text not null,
  -- Of the smallest unit on the network, as its nodes told.
  decimals smallint not null,
  -- What the contract calls itself.
  symbol text not null,
  -- Amounts of the coin, as decimals.
  min_deposit text not null,
  withdrawal_fee text not null,
  min_withdrawal text not null,
  max_withdrawal text not null,
  operator text not null,
  time_ms bigint not null
);
create unique index network_coins_by_coin on network_coins (network, coin);
create unique index network_coins_by_contract on network_coins (network, contract);
create function network_coins_stay() returns trigger language plpgsql as $$
begin
  raise exception 'network_coins is only added to';
end
$$;
create trigger network_coins_stay before update or delete on network_coins
  for each row execute function network_coins_stay();
