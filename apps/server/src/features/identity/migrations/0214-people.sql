-- What operators have frozen of an account, each apart: login, trading, withdrawals.
create table user_freezes (
  user_id bigint not null references users (user_id) on delete cascade,
  kind text not null,
  frozen_ms bigint not null,
  primary key (user_id, kind)
);

-- Operators find people by the beginning of an address or name, and by where they logged in from.
create index users_by_email_prefix on users (email text_pattern_ops);
create index users_by_name_prefix on users (lower(account_name) text_pattern_ops) where account_name is not null;
create index login_history_by_ip on login_history (ip, login_id desc);
