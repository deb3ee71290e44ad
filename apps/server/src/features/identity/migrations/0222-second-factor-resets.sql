-- Resets of a second factor that its owner has lost. One waits from begun_ms to due_ms; then it is
-- done, unless it was stopped.
create table second_factor_resets (
  reset_id bigint generated always as identity primary key,
  user_id bigint not null references users (user_id) on delete cascade,
  factor text not null,
  -- Who asked and who agreed.
  operator text not null,
  second text not null,
  reason text not null,
  begun_ms bigint not null,
  due_ms bigint not null,
  ended_ms bigint,
  -- Null while it waits: removed, owner, used, changed or operator.
  outcome text,
  -- Whether the log of operators has its end.
  is_noted boolean not null default false
);

create unique index second_factor_resets_waiting on second_factor_resets (user_id) where outcome is null;
create index second_factor_resets_due on second_factor_resets (due_ms) where outcome is null;
create index second_factor_resets_to_note on second_factor_resets (reset_id) where outcome is not null and not is_noted;
