-- What users chose on the site: one text for each name. A change replaces the version it has read.

create table preferences (
  user_id bigint not null references users on delete cascade,
  name text not null,
  version bigint not null,
  value text not null,
  primary key (user_id, name)
);
