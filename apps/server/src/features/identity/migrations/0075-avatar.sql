-- The drawing that a user has chosen as avatar, by its name; '' is none.

alter table users add column avatar text not null default '';
