-- Attempts that a restart must not forget: guesses at passwords and codes, and codes that were
-- mailed. One row for each limit and whom it counts for, until the limit's time is over.

create table counted_guesses (
  -- The limit's name, and a hash of whom it counts for.
  key text primary key,
  points integer not null,
  expire bigint not null
);
create index counted_guesses_by_end on counted_guesses (expire);
