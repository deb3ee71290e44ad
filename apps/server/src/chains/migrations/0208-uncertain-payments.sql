-- What operators look at first: payments of withdrawals that are uncertain, or with a person.
create index chain_payments_uncertain on chain_payments (payment_id)
  where kind = 'withdrawal' and state in ('uncertain', 'needs-person');
