-- Operators find whose deposit a transaction was.
create index funding_deposits_by_hash on funding_deposits (txid) where txid <> '';
