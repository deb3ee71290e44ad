-- Subscriptions: projects and subscriptions, each as it now is, how many of each state an owner
-- has, and the digests of published lists.

create table subscription_projects (
  project integer primary key,
  market integer not null,
  price bigint not null,
  supply bigint not null,
  for_sale bigint not null,
  min_amount bigint not null,
  max_per_owner bigint not null,
  opens_ms bigint not null,
  closes_ms bigint not null,
  distributes_ms bigint not null,
  lists_ms bigint not null,
  fee_ppm integer not null,
  phase smallint not null,
  subscribers bigint not null,
  total bigint not null,
  sold bigint not null,
  cost bigint not null,
  fee bigint not null,
  changed_seq bigint not null
) with (fillfactor = 50);

create table subscriptions (
  subscription_id bigint primary key,
  owner bigint not null,
  project integer not null,
  amount bigint not null,
  coins bigint not null,
  cost bigint not null,
  is_rounded smallint not null,
  status smallint not null,
  placed_ms bigint not null,
  ended_ms bigint not null,
  changed_seq bigint not null
) with (fillfactor = 80);
create index subscriptions_by_owner on subscriptions (owner, placed_ms desc, subscription_id desc);
create index subscriptions_by_status on subscriptions (owner, status, placed_ms desc, subscription_id desc);
-- The published list of a project: those that were not cancelled.
create index subscriptions_by_project on subscriptions (project, subscription_id) where status <> 3;

create table subscription_totals (
  owner bigint not null,
  status smallint not null,
  subscriptions bigint not null,
  primary key (owner, status)
) with (fillfactor = 70);

create table subscription_digests (
  project integer primary key,
  digest text not null,
  published_ms bigint not null
);
