-- What the coins of a user cost, in units of USDT by average cost, and what selling them has brought.

create table cost_basis (
  owner bigint not null,
  asset integer not null,
  -- Always empty here: what a commit adds is folded into the columns that follow.
  moves text not null,
  -- What the user holds, over all accounts.
  units numeric not null,
  -- Null: unknown, as something of it came in before its first price, or before this table.
  cost numeric,
  realised numeric not null,
  primary key (owner, asset)
) with (fillfactor = 70);

-- What was held before has an unknown cost until it is gone; "npm run rebuild" finds it in the journal.
insert into cost_basis (owner, asset, moves, units, cost, realised)
select owner, asset, '', sum(available + frozen), case when sum(available + frozen) = 0 then 0 end, 0
from postings where owner >= 1000
group by owner, asset;

-- The row after moves in their order: i5:70 (5 units in, worth 70), i5: (of unknown worth), o3:40
-- (3 units sold for 40), o3: (3 units gone without a price, at their cost). The cost that leaves is
-- rounded down, so the remainder stays with what is held; the last unit takes all of it along.
create function fold_costs(there cost_basis, added cost_basis) returns cost_basis language plpgsql immutable as $$
declare
  after cost_basis := added;
  move text;
  size numeric;
  worth numeric;
  share numeric;
begin
  after.moves := '';
  after.units := coalesce(there.units, 0);
  after.cost := case when there.owner is null then 0 else there.cost end;
  after.realised := coalesce(there.realised, 0);
  foreach move in array string_to_array(added.moves, '_') loop
    size := split_part(substr(move, 2), ':', 1)::numeric;
    worth := nullif(split_part(move, ':', 2), '')::numeric;
    if left(move, 1) = 'i' then
      after.units := after.units + size;
      after.cost := after.cost + worth;
    else
      -- Nobody pays what he does not hold. If this table ever says so, the audit tells it; a figure
      -- for display must not stop the commits of an exchange.
      if size > after.units then
        after.cost := null;
      end if;
      share := case when size = after.units then after.cost else div(after.cost * size, after.units) end;
      after.realised := after.realised + coalesce(worth - share, 0);
      after.units := after.units - size;
      after.cost := case when after.units = 0 then 0 else after.cost - share end;
    end if;
  end loop;
  return after;
end $$;
