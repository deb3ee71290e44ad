-- The brand of the platform: every version of a field stays, the last one is in force. The value of
-- a picture is the SHA-256 of its bytes; an empty value is the brand that the software comes with.

create table brand_versions (
  version bigint generated always as identity primary key,
  field text not null,
  value text not null,
  operator text not null,
  time_ms bigint not null
);
create index brand_versions_by_field on brand_versions (field, version desc);
create function brand_versions_stay() returns trigger language plpgsql as $$
begin
  raise exception 'brand_versions is only added to';
end
$$;
create trigger brand_versions_stay before update or delete on brand_versions
  for each row execute function brand_versions_stay();

create table brand_pictures (
  sha256 text primary key,
  type text not null,
  bytes bytea not null
);
