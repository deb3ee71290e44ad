-- Payments on chains, as the payer keeps them, what the signer is asked, and the addresses that
-- have received something. A payment, a nonce and an address are never removed.

create table chain_payments (
  payment_id text primary key,
  position bigint generated always as identity,
  chain_id bigint not null,
  kind text not null,
  sender text not null,
  recipient text not null,
  state text not null,
  version bigint not null,
  nonce bigint,
  -- The block of what has ended.
  height bigint,
  is_open boolean not null,
  -- Why an operator wants it to be stopped.
  cancel_reason text,
  -- The whole payment, as JSON.
  body text not null
);
create unique index chain_payments_by_nonce on chain_payments (chain_id, sender, nonce);
create index chain_payments_open on chain_payments (chain_id, position) where is_open;
create index chain_payments_by_height on chain_payments (chain_id, height);

-- Every transaction that was signed for a payment, before it leaves.
create table chain_payment_transactions (
  chain_id bigint not null,
  txid text not null,
  payment_id text not null,
  primary key (chain_id, txid)
);

create table chain_nonces (
  chain_id bigint not null,
  sender text not null,
  next_nonce bigint not null,
  primary key (chain_id, sender)
);

-- The newest question for each payment, and its answer.
create table signing_requests (
  payment_id text primary key,
  digest text not null,
  request text not null,
  answer text,
  asked_ms bigint not null
);
create index signing_requests_open on signing_requests (asked_ms) where answer is null;

create table chain_funded_addresses (
  chain text not null,
  address text not null,
  primary key (chain, address)
);
insert into chain_funded_addresses (chain, address)
  select distinct chain, address from chain_deposits
  union
  select case d.chain when 2 then 'ERC20' when 3 then 'TRC20' else 'BEP20' end, a.address
  from funding_deposits d
  join deposit_addresses a on a.user_id = d.owner
    and a.family = case d.chain when 3 then 'TRON' else 'EVM' end
  where d.chain in (2, 3, 4);
