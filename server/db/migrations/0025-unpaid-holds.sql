-- Limits on unpaid holds (decision 117, "Limit unpaid holds by order, student and address"). `address_hash` is the keyed
-- hash of the IP address that placed the order. It is removed when the seat is booked, and deleted with the hold.
-- `hold_seconds` is how long the order's seats are held; the default is the normal duration.
alter table seat_claims add column address_hash bytea;
alter table orders add column hold_seconds integer not null default 1500 check (hold_seconds > 0);
