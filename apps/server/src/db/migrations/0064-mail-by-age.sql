-- Old mail is found by its age, and a demo's captured mail by its number.

create index outbox_by_age on outbox (created_ms) where state in ('sent', 'failed', 'suppressed');
create index outbox_captured on outbox (mail_id desc) where state = 'captured';
