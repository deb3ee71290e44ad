-- The postings of one record (an order, a withdrawal), and of one command where there is no reference.

create index postings_by_reference on postings (owner, reference, seq, ordinal) where owner >= 1000;
