-- The text that a command's caller was answered: a repeated idempotency key gets it again, however the state has changed since.

alter table idempotency add column reply text;
