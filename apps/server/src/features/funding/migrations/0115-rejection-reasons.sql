-- Which of the reasons that are told to the owner an operator has chosen; '' for acts without one.
alter table withdrawal_acts add column reason text not null default '';
