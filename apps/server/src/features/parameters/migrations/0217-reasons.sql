-- Why a parameter was set, and who agreed. Versions that are older than acts have neither.

alter table parameters
  add column reason text not null default '',
  add column second text;
