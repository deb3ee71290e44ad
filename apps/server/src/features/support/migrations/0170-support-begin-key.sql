-- What the chat of a visitor was begun with, so that a beginning that is repeated finds it: a keyed
-- hash of the key that the visitor chose; null without one, and of users.

alter table support_chats add column begin_key text;
create unique index support_chats_begun on support_chats (begin_key) where begin_key is not null;
