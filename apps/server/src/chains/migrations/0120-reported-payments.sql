-- What the server itself knows of payments, so that it needs no payer's word: the outcome that it
-- has taken in, and everything that a signer has signed.

-- The outcome, as JSON; null before.
alter table chain_payments add column reported text;
update chain_payments set reported = body::jsonb->>'outcome' where not is_open;

create table chain_signatures (
  payment_id text not null,
  -- Of the question that it answers.
  digest text not null,
  purpose text not null,
  raw text not null,
  primary key (payment_id, digest)
);
insert into chain_signatures (payment_id, digest, purpose, raw)
  select p.payment_id, a->>'txid', a->>'purpose', a->>'raw'
  from chain_payments p, jsonb_array_elements(p.body::jsonb->'attempts') a;
insert into chain_signatures (payment_id, digest, purpose, raw)
  select r.payment_id, r.digest, r.request::jsonb->>'purpose', r.answer::jsonb->>'raw'
  from signing_requests r
  where r.answer::jsonb->>'type' = 'signed' and not exists (
    select from chain_signatures s
    where s.payment_id = r.payment_id and s.raw = r.answer::jsonb->>'raw'
  );
