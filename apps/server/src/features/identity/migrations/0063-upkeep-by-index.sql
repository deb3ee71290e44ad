-- What the upkeep of every minute removes is found by its age, however much stays.

create index sessions_by_last_seen on sessions (last_seen_ms);
create index login_history_by_time on login_history (time_ms);
create index usage_minutes_by_day on usage_minutes (day_ms);
