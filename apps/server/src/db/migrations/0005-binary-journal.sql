-- The commands of a batch as bytes: the core's binary journal from record version 2 on; the JSON text of version 1, whose rows keep
-- every byte and so their checksums.

alter table journal alter column commands type bytea using convert_to(commands, 'UTF8');
-- A full batch fits a page: neither a try to compress it nor a table beside this one.
alter table journal alter column commands set storage external;
alter table journal set (toast_tuple_target = 8160);
