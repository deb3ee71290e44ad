-- The queue of withdrawals in the back office: a view, by coin and by state, newest or oldest first.
create index funding_withdrawals_by_time on funding_withdrawals (requested_ms desc, withdrawal_id desc);
create index funding_withdrawals_by_state on funding_withdrawals (status, requested_ms desc, withdrawal_id desc);
create index funding_withdrawals_of_coin on funding_withdrawals (asset, requested_ms desc, withdrawal_id desc);
create index funding_withdrawals_of_coin_by_state
  on funding_withdrawals (asset, status, requested_ms desc, withdrawal_id desc);
create index funding_withdrawals_to_address
  on funding_withdrawals (address, requested_ms desc, withdrawal_id desc);
create index funding_withdrawals_by_hash on funding_withdrawals (txid) where txid <> '';

-- The rules as they were asked: facts and thresholds change, and a decision is explained by its own.
alter table withdrawal_reviews add column tested text not null default '[]';
