-- Parameters that operators have set: every version stays, the last one of a name is in force.

create table parameters (
  version bigint generated always as identity primary key,
  name text not null,
  value text not null,
  operator text not null,
  time_ms bigint not null
);
create index parameters_by_name on parameters (name, version desc);
create function parameters_stay() returns trigger language plpgsql as $$
begin
  raise exception 'parameters is only added to';
end
$$;
create trigger parameters_stay before update or delete on parameters
  for each row execute function parameters_stay();
