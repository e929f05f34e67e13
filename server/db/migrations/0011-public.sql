-- The posts of the academy's own content folder. The id and the category are part of a post's address.
create table posts (
  id integer primary key,
  category_id integer not null check (category_id in (1, 7, 8)),
  slug text not null,
  published_at timestamptz not null,
  search_text text not null,
  body jsonb not null
);
create index posts_by_category on posts (category_id, published_at desc, id desc);

-- An index for the list of courses on a department's page.
create index courses_by_department on courses (department_id, category_id, position, id) where is_active;
