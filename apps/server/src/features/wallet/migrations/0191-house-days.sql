-- The days of statements also have the house's own accounts. Of what a demo has summed up there is
-- one reason, 'brought-forward', on the day of the sum.
insert into statement_days (owner, asset, day, reason, received, paid)
select owner, asset,
  (time_ms / 86400000)::integer,
  reason, sum(greatest(available + frozen, 0)), sum(greatest(-(available + frozen), 0))
from postings where owner < 100 and available + frozen <> 0
group by 1, 2, 3, 4;
