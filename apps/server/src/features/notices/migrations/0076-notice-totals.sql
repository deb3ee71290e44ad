-- How many messages about the account a user has: lists do not count them. The platform's own
-- notices are few, and counted.

create table notice_totals (
  user_id bigint primary key references users (user_id) on delete cascade,
  messages bigint not null,
  unread bigint not null
);
insert into notice_totals
select user_id, count(*), count(*) filter (where read_ms is null)
from notices where user_id is not null and type <> 'system' group by user_id;

-- Lists are in the order of time. Every filter reads an index in that order.
drop index notices_by_user;
drop index notices_of_platform;
create index notices_by_user on notices (user_id, created_ms desc, notice_id desc);
create index notices_personal on notices (user_id, created_ms desc, notice_id desc) where type <> 'system';
create index notices_system on notices (user_id, created_ms desc, notice_id desc) where type = 'system';
create index notices_unread on notices (user_id, created_ms desc, notice_id desc)
  where read_ms is null and user_id is not null;
create index notices_of_platform on notices (created_ms desc, notice_id desc) where user_id is null;
