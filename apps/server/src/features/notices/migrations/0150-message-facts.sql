-- Messages keep their facts as data (JSON, null for messages from before), and when their reader
-- confirmed what they tell. Their numbers are kept by type, because lists are filtered by it.

alter table notices add column data text;
alter table notices add column confirmed_ms bigint;

drop table notice_totals;
create table notice_totals (
  user_id bigint not null references users (user_id) on delete cascade,
  type text not null,
  messages bigint not null,
  unread bigint not null,
  primary key (user_id, type)
);
insert into notice_totals
select user_id, type, count(*), count(*) filter (where read_ms is null)
from notices where user_id is not null and type <> 'system' group by user_id, type;
create index notices_by_type on notices (user_id, type, created_ms desc, notice_id desc)
  where user_id is not null;

-- Which kinds of messages a user has by mail too. A kind without a row has its default.
create table mail_choices (
  user_id bigint not null references users (user_id) on delete cascade,
  kind text not null,
  by_mail boolean not null,
  primary key (user_id, kind)
);
create index mail_choices_by_kind on mail_choices (kind, user_id) where by_mail;

-- Notices of the platform that are still being mailed, and the last reader who has been.
create table notice_mailings (
  notice_id bigint primary key references notices (notice_id) on delete cascade,
  mailed_user bigint not null
);

-- How far changes of each product have been told to their owners, by number of command.
create table message_progress (
  feature text primary key,
  seq bigint not null
);
