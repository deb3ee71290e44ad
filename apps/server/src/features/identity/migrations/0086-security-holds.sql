-- Holds on withdrawals that follow changes of credentials, written with the change itself. The core
-- places each once: `placed_ms` says that it has.
create table security_holds (
  user_id bigint not null,
  until_ms bigint not null,
  noted_ms bigint not null,
  placed_ms bigint,
  primary key (user_id, until_ms)
);
create index security_holds_to_place on security_holds (noted_ms) where placed_ms is null;
