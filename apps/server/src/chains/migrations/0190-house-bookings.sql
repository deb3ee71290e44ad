-- Who named which transaction of the house, and what became of it: only added to.
create table chain_house_acts (
  act_id bigint generated always as identity primary key,
  -- 'coins' or 'cost'
  what text not null,
  chain text not null,
  -- Without 0x.
  txid text not null,
  -- 'approve', 'book' or 'refuse'
  act text not null,
  operator text not null,
  -- Of an approval: the person's name in one spelling.
  approver text not null,
  detail text not null,
  time_ms bigint not null
);
create index chain_house_acts_of on chain_house_acts (txid, chain, what);
create function chain_house_acts_stay() returns trigger language plpgsql as $$
begin
  raise exception 'chain_house_acts is only added to';
end
$$;
create trigger chain_house_acts_stay before update or delete on chain_house_acts
  for each row execute function chain_house_acts_stay();
