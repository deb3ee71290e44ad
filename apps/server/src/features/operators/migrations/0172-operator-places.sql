-- From where operators have signed in: the areas whose sign-ins go before those of strangers.

create table operator_places (
  name text not null references operators (name),
  -- 256 IPv4 addresses in a row, or an IPv6 network of 48 bits.
  area text not null,
  seen_ms bigint not null,
  primary key (name, area)
);
