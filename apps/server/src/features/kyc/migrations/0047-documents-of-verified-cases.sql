-- One account is verified by a document. A case with a number that is in use goes to review like
-- any other: a refusal would tell strangers whose number is known here. The reviewer sees the other
-- case, and only one of them can be approved.
drop index kyc_cases_by_number;
create unique index kyc_cases_verified_number on kyc_cases (number_mac) where state = 2;
create index kyc_cases_live_number on kyc_cases (number_mac) where state in (1, 2);
