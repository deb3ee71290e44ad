-- Who works in the back office, their sessions, and the log of what they did.

create table operators (
  name text primary key,
  role text not null,
  password_hash text not null,
  -- The key of the authenticator, encrypted.
  totp_sealed text not null,
  -- The step of the last code that was used: each works once.
  totp_last_step bigint not null default 0,
  created_ms bigint not null,
  -- Null: may sign in.
  disabled_ms bigint
);

create table operator_sessions (
  session_key text primary key,
  name text not null references operators (name),
  created_ms bigint not null,
  seen_ms bigint not null,
  expires_ms bigint not null,
  ip text not null,
  user_agent text not null
);
create index operator_sessions_of on operator_sessions (name);

-- Each entry's hash covers the one before it, under a key of the installation.
create table operator_audit (
  entry bigint primary key,
  time_ms bigint not null,
  operator text not null,
  act text not null,
  subject text not null,
  detail text not null,
  hash text not null
);
create index operator_audit_by_time on operator_audit (time_ms desc, entry desc);
create index operator_audit_of on operator_audit (operator, time_ms desc, entry desc);
create function operator_audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'operator_audit is only added to';
end
$$;
create trigger operator_audit_stays before update or delete on operator_audit
  for each row execute function operator_audit_stays();

-- The number and the hash of the last entry, so that a missing end is noticed.
create table operator_audit_head (
  id smallint primary key check (id = 1),
  entry bigint not null,
  hash text not null,
  mac text not null
);

-- Row triggers do not see a truncation.
create trigger operator_audit_is_kept before truncate on operator_audit
  for each statement execute function operator_audit_stays();
create function operator_audit_head_stays() returns trigger language plpgsql as $$
begin
  raise exception 'operator_audit_head is only moved on';
end
$$;
create trigger operator_audit_head_stays before delete on operator_audit_head
  for each row execute function operator_audit_head_stays();
create trigger operator_audit_head_is_kept before truncate on operator_audit_head
  for each statement execute function operator_audit_head_stays();
