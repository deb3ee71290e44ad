-- What the user whom an act is about reads of it, as JSON by language; '' is the sentence of its
-- section. And the acts about a user that were done, in the order of that user's history.

alter table operator_acts add column told text not null default '';
create index operator_acts_told on operator_acts (user_id, asked_ms desc, act desc)
  where user_id <> 0 and state = 'done';
