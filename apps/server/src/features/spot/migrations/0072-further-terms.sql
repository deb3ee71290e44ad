-- Terms that few orders have (FurtherTerms), as JSON with the fields that are not 0.

alter table spot_orders add column further_terms text;
