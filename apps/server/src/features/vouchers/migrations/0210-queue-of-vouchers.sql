-- The queue of vouchers in the back office, by state and coin, oldest or newest first.

create index vouchers_by_status on vouchers (status, handed_ms, voucher_id);
create index vouchers_by_asset on vouchers (asset, status, handed_ms, voucher_id);
create index vouchers_by_txid on vouchers (txid, handed_ms, voucher_id) where txid <> '';
