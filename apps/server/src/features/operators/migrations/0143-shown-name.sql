-- The name that customers read. Null: they read that customer service answers.
alter table operators add column shown_name text;
