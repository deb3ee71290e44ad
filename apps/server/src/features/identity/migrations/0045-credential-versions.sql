-- A session is good for the credentials it was opened under. Each change of password, address,
-- authenticator or passkeys, a freeze and the end of other sessions raise the user's version;
-- sessions of an older version are no longer accepted.
alter table users
  add column credential_version integer not null default 0,
  -- When a passkey was last added or removed: withdrawals are held from then on.
  add column passkeys_changed_ms bigint;
alter table sessions add column credential_version integer not null default 0;
