-- How far the rows of lists follow the journal: one row, written with the rows themselves. Until now every commit wrote its rows at once.

create table projected (
  singleton boolean primary key default true check (singleton),
  batch bigint not null,
  seq bigint not null
);

insert into projected (batch, seq)
select coalesce(max(batch), 0), coalesce(max(seq), 0) from (
  select batch, last_seq as seq from journal
  union all select batch, seq from journal_begin
) ends;
