-- The maintenance that is going on, in one row; none: the platform is open.

create table maintenance (
  singleton boolean primary key default true check (singleton),
  since_ms bigint not null,
  until_ms bigint not null,
  operator text not null
);
