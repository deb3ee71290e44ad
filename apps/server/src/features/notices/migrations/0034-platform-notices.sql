-- A notice without a user is the platform's, for everybody; who has read one is kept apart.

alter table notices alter column user_id drop not null;
create index notices_of_platform on notices (notice_id desc) where user_id is null;

create table notice_reads (
  user_id bigint not null references users (user_id) on delete cascade,
  notice_id bigint not null references notices (notice_id) on delete cascade,
  read_ms bigint not null,
  primary key (user_id, notice_id)
);
