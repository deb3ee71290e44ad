-- When withdrawals were finished, and how long they took: counted once a minute over a month.
create index funding_withdrawals_finished on funding_withdrawals (changed_ms, requested_ms, owner)
  where status = 2;
