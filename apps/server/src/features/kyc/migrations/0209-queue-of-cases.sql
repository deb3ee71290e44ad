-- The queue of cases in the back office, by state and country, oldest or newest first.

create index kyc_cases_by_state on kyc_cases (state, submitted_ms, case_id);
create index kyc_cases_by_country on kyc_cases (country, state, submitted_ms, case_id);
-- The index above begins the same.
drop index kyc_cases_waiting;
-- A document is found whatever became of its cases.
create index kyc_cases_by_number on kyc_cases (number_mac, case_id);

-- Keyed hash of the file as it was sent: finds the same photo in two cases. Null: sent before this.
alter table kyc_photos add column photo_mac text;
create index kyc_photos_by_mac on kyc_photos (photo_mac) where photo_mac is not null;
create index kyc_views_by_case on kyc_views (case_id, view_id desc);
