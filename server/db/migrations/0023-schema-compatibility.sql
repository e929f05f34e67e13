-- Lets an earlier release find out whether it may run on this schema (decision 112, "Let a release run on the schema of
-- the next one"). A migration that takes something away from earlier releases sets `requires` to the name of the first
-- migration that a release must have.

create table schema_compatibility (
  only_row boolean primary key default true check (only_row),
  requires text not null
);
insert into schema_compatibility (requires) values ('');
