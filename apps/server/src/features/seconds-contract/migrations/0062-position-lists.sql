-- Ended seconds contracts by market, newest first, and how many there are. Running ones are read from memory.

drop index positions_by_owner;
create index positions_by_owner on positions (owner, accepted_ms desc, position_id desc) where owner >= 1000 and status <> 0;
create index positions_by_market on positions (owner, market, accepted_ms desc, position_id desc) where owner >= 1000 and status <> 0;

create table position_totals (
  owner bigint not null,
  market integer not null,
  positions bigint not null,
  primary key (owner, market)
) with (fillfactor = 70);
insert into position_totals (owner, market, positions)
select owner, market, count(*) from positions where owner >= 1000 and status <> 0 group by owner, market;
