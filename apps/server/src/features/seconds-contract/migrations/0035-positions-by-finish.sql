-- What somebody's contracts of a day brought is read by when they finished, however many there were before.

create index positions_by_finish on positions (owner, finish_ms) where owner >= 1000 and status = 1;
