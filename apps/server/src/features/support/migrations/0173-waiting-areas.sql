-- From which area a visitor's chat was begun, as a keyed hash, so that one area does not fill the
-- line. Null: a user's chat, or one that has ended.

alter table support_chats add column area_key text;
create index support_chats_of_area on support_chats (area_key) where area_key is not null;
