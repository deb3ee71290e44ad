-- Wrong fund passwords are counted by session, and for the account in all: a stolen session cannot shut the owner's other devices out.

create table fund_password_tries (
  user_id bigint not null references users (user_id) on delete cascade,
  -- '' counts for the account in all.
  session_key text not null,
  tries integer not null,
  tried_ms bigint not null,
  -- Until when it rests; null while tries are left.
  locked_ms bigint,
  primary key (user_id, session_key)
);

insert into fund_password_tries (user_id, session_key, tries, tried_ms, locked_ms)
select user_id, '', fund_password_tries, fund_password_locked_ms, fund_password_locked_ms
from users where fund_password_locked_ms is not null;

alter table users drop column fund_password_tries, drop column fund_password_locked_ms;
