-- What people read of offers, in both languages (D0037).

create table offer_texts (
  feature text not null,
  offer bigint not null,
  texts jsonb not null,
  primary key (feature, offer)
);
