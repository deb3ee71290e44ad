-- How the market maker quotes a pair: the newest version counts, earlier ones stay. terms: a JSON object.
create table maker_terms (
  market integer not null,
  version integer not null,
  terms text not null,
  operator text not null,
  since_ms bigint not null,
  primary key (market, version)
);
