-- The first and the last day on which a discount counts, in the academy's time zone. Null: no limit.
alter table discounts add column starts_on date, add column ends_on date, add check (ends_on >= starts_on);
