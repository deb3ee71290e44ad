-- Cases of the watch: what a rule has found of some accounts, with its evidence and what operators
-- noted. A case does nothing to an account.

create table watch_cases (
  case_id bigint generated always as identity primary key,
  rule text not null,
  -- What makes it one case of its rule: the accounts, or what they have in common.
  subject text not null,
  -- 0 open, 1 closed
  state smallint not null,
  -- When it was opened, or opened again.
  opened_ms bigint not null,
  -- The newest evidence.
  changed_ms bigint not null,
  -- Of all evidence, in units of USDT by the index then.
  value bigint not null,
  evidence bigint not null,
  -- JSON: what the rule has measured, and its thresholds then.
  figures text not null,
  conclusion text,
  closed_ms bigint
);
create unique index watch_cases_by_subject on watch_cases (rule, subject);
create index watch_cases_by_state on watch_cases (state, opened_ms, case_id);
create index watch_cases_by_rule on watch_cases (rule, state, opened_ms, case_id);

create table watch_accounts (
  case_id bigint not null references watch_cases,
  user_id bigint not null,
  primary key (case_id, user_id)
);
create index watch_accounts_by_user on watch_accounts (user_id, case_id);

create table watch_evidence (
  case_id bigint not null references watch_cases,
  -- What it is: a trade, a deposit, a sign-in. Evidence is in a case once.
  ref text not null,
  kind text not null,
  time_ms bigint not null,
  from_user bigint not null,
  to_user bigint,
  -- For people: a pair, an amount.
  what text not null,
  value bigint,
  primary key (case_id, ref)
);
create index watch_evidence_by_time on watch_evidence (case_id, time_ms desc, ref);

-- What operators wrote and decided, and what opened a case again: only added to.
create table watch_notes (
  note_id bigint generated always as identity primary key,
  case_id bigint not null references watch_cases,
  kind text not null,
  operator text not null,
  words text not null,
  time_ms bigint not null
);
create index watch_notes_of on watch_notes (case_id, note_id);
create function watch_notes_stay() returns trigger language plpgsql as $$
begin
  raise exception 'watch_notes is only added to';
end
$$;
create trigger watch_notes_stay before update or delete on watch_notes
  for each row execute function watch_notes_stay();

-- How far the rows of each source were read.
create table watch_progress (
  source text primary key,
  mark bigint not null
);
