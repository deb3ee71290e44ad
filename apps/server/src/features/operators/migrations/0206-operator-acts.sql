-- What operators asked for and did, with the reasons. An act of two people waits here for the
-- second.

create table operator_acts (
  act bigint generated always as identity primary key,
  call text not null,
  -- The parsed input as JSON. Never a secret.
  input text not null,
  subject text not null,
  -- The user whom it is about; 0: nobody.
  user_id bigint not null,
  operator text not null,
  reason text not null,
  -- Unique for the operator: the same act asked for again.
  act_key text not null,
  asked_ms bigint not null,
  state text not null,
  second text,
  second_reason text,
  decided_ms bigint,
  failure text
);
create unique index operator_acts_by_key on operator_acts (operator, act_key);
create index operator_acts_by_time on operator_acts (asked_ms desc, act desc);
create index operator_acts_waiting on operator_acts (asked_ms desc, act desc) where state in ('asked', 'running');
create index operator_acts_of_user on operator_acts (user_id, asked_ms desc, act desc) where user_id <> 0;
