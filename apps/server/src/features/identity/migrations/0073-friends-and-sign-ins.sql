-- Friends by an index, and how many friends and sign-ins a user has: lists do not count them.

create index users_by_inviter on users (invited_by, user_id desc) where invited_by is not null;
alter table users
  add column friends bigint not null default 0,
  add column logins bigint not null default 0;
update users set friends = counted.friends
from (select invited_by, count(*) as friends from users where invited_by is not null group by invited_by) as counted
where users.user_id = counted.invited_by;
update users set logins = counted.logins
from (select user_id, count(*) as logins from login_history group by user_id) as counted
where users.user_id = counted.user_id;
