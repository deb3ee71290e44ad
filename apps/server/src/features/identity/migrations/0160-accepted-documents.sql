-- Which versions of the documents a user has accepted. Rows are only added.
create table accepted_documents (
  user_id bigint not null references users (user_id),
  document text not null,
  version integer not null,
  language text not null,
  sha256 text not null,
  accepted_ms bigint not null,
  primary key (user_id, document, version)
);
