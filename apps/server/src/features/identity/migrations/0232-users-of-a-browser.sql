-- Who has signed in with a browser.
create index login_history_by_device on login_history (device_hash, time_ms desc)
  where device_hash is not null;
