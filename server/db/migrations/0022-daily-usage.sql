-- What has been used of a daily limit, such as the bytes that an address has uploaded (decision 107, "Bound what one
-- address can store in a day"). The key is a keyed hash of the address; it is empty for a limit of the whole site.
create table daily_usage (
  -- The day in UTC.
  day date not null,
  kind text not null,
  key text not null,
  amount bigint not null,
  primary key (day, kind, key)
);
