-- Whether articles of the help center helped, and whose answers are counted in it.
create table help_feedback (
  article text primary key,
  helped bigint not null,
  not_helped bigint not null
);

create table help_voters (
  article text not null,
  -- A keyed hash of the network. It names nobody.
  voter text not null,
  helped boolean not null,
  voted_ms bigint not null,
  primary key (article, voter)
);
create index help_voters_by_age on help_voters (voted_ms);
