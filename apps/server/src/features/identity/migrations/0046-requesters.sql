-- The browser that somebody signed in with, as a hash of its cookie: it keeps a share of the mailed
-- codes of its own. Null for programs.
alter table login_history add column device_hash text;

-- Wrong Google codes, counted for the account: in all from places where its owner has signed in,
-- and in all from others.
create table google_code_tries (
  user_id bigint not null references users (user_id) on delete cascade,
  -- known, new
  place text not null,
  tries integer not null,
  tried_ms bigint not null,
  -- Until when no code is looked at; 0 while tries are left.
  rest_until_ms bigint not null,
  primary key (user_id, place)
);
