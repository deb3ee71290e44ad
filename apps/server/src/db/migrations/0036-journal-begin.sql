-- Where a demo's journal begins after its oldest part was dropped: the last record that is gone. No row: from the first record on. Written by the
-- statement that drops, so that a journal without its beginning and without this row was damaged.

create table journal_begin (
  singleton boolean primary key default true check (singleton),
  batch bigint not null,
  seq bigint not null,
  time_ms bigint not null,
  checksum text not null
);

-- What was dropped until now was dropped up to a snapshot.
insert into journal_begin (batch, seq, time_ms, checksum)
select batch, seq, time_ms, journal_checksum from snapshots
where batch = (select min(batch) - 1 from journal) or not exists (select 1 from journal)
order by seq desc limit 1;
