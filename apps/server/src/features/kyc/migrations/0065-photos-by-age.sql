-- Photos that are removed are found by their age: those never handed in, and those of rejected cases.

create index kyc_photos_unsent on kyc_photos (created_ms) where case_id is null;
create index kyc_photos_by_case on kyc_photos (case_id) where case_id is not null;
create index kyc_cases_rejected on kyc_cases (reviewed_ms) where state = 3;
