-- Requests to take money out, as they were proven; decisions on withdrawals; and every act on one.

-- Written before the command, so that after a crash between the two it is known what was proven.
create table withdrawal_requests (
  request_id bigint generated always as identity primary key,
  user_id bigint not null,
  request_key text not null,
  request_hash text not null,
  chain smallint not null,
  asset integer not null,
  amount bigint not null,
  fee bigint not null,
  address text not null,
  memo text not null,
  value bigint not null,
  address_since_ms bigint,
  device_since_ms bigint not null,
  created_ms bigint not null,
  withdrawal_id bigint unique,
  unique (user_id, request_key)
);
create index withdrawal_requests_unlinked on withdrawal_requests (created_ms) where withdrawal_id is null;

create table withdrawal_reviews (
  withdrawal_id bigint primary key,
  user_id bigint not null,
  value bigint not null,
  approvals_needed smallint not null,
  reasons text not null,
  waits_for text not null,
  decided_ms bigint not null,
  told_status smallint not null
);
create index withdrawal_reviews_untold on withdrawal_reviews (withdrawal_id) where told_status < 2;

-- What was decided and done, by whom: only added to.
create table withdrawal_acts (
  act_id bigint generated always as identity primary key,
  withdrawal_id bigint not null,
  act text not null,
  operator text not null,
  approver text not null,
  detail text not null,
  time_ms bigint not null
);
create index withdrawal_acts_of on withdrawal_acts (withdrawal_id, act_id);
create unique index withdrawal_acts_once on withdrawal_acts (withdrawal_id, approver) where act = 'approve';
create function withdrawal_acts_stay() returns trigger language plpgsql as $$
begin
  raise exception 'withdrawal_acts is only added to';
end
$$;
create trigger withdrawal_acts_stay before update or delete on withdrawal_acts
  for each row execute function withdrawal_acts_stay();
