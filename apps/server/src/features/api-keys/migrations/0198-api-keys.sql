-- Keys by which programs act for their owners. A key itself is nowhere: only its hash.

create table api_keys (
  key_id text primary key,
  user_id bigint not null references users on delete cascade,
  -- SHA-256, base64url.
  key_hash text not null unique,
  -- The first eight signs of the key.
  beginning text not null,
  name text not null,
  kind text not null check (kind in ('ed25519', 'hmac', 'rsa')),
  -- SPKI as PEM; null for HMAC.
  public_key text unique,
  -- Of HMAC, encrypted under the installation's key.
  sealed_secret bytea,
  -- Separated by spaces, in their order.
  permissions text not null,
  -- Separated by spaces; empty: any.
  networks text not null,
  created_ms bigint not null,
  -- From when it may withdraw, by the time of commands; null without the permission.
  withdraws_from_ms bigint,
  expires_ms bigint,
  used_ms bigint,
  used_ip text,
  used_device text,
  ended_ms bigint,
  end_reason text check (end_reason in ('owner', 'expired', 'frozen', 'operator')),
  check ((kind = 'hmac') = (public_key is null)),
  check ((kind = 'hmac') = (sealed_secret is not null)),
  check ((ended_ms is null) = (end_reason is null))
);
create index api_keys_by_user on api_keys (user_id, created_ms desc);
create index api_keys_to_end on api_keys (expires_ms) where ended_ms is null and expires_ms is not null;
create index api_keys_ended on api_keys (ended_ms) where ended_ms is not null;
