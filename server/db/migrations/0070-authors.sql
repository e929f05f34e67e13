-- The authors of posts. Before, each post had a copy of its author in `body`.
create table authors (
  id integer primary key,
  slug text not null,
  name text not null,
  profile_url text not null
);

-- A content load writes posts before authors, so the reference is checked at the end of the transaction.
alter table posts add column author_id integer references authors deferrable initially deferred;

insert into authors (id, slug, name, profile_url)
select said.id, said.slug, said.name, said.profile_url
from content_files file
cross join lateral jsonb_populate_recordset(null::authors, file.body::jsonb) said
where file.path = 'authors.json';

insert into content_rows (kind, key, content, written)
select 'authors', a.id::text, to_jsonb(a) - 'id', to_jsonb(a) - 'id' from authors a;

-- Authors of staff's posts whom a later load has dropped from the content.
insert into authors (id, slug, name, profile_url)
select distinct on (said.id) said.id, said.slug, said.name, said.profile_url
from posts p
cross join lateral jsonb_populate_record(null::authors, p.body -> 'author') said
where jsonb_typeof(p.body -> 'author') = 'object'
order by said.id, p.published_at desc
on conflict (id) do nothing;

-- `body.author` stays, as null: the previous release requires it, and shows such a post as one of an unknown author.
update posts set author_id = (body -> 'author' ->> 'id')::integer, body = body || '{"author": null}';
update content_rows set
  content = content || jsonb_build_object('body.author', null, 'author_id', content -> 'body.author' -> 'id'),
  written = written || jsonb_build_object('body.author', null, 'author_id', written -> 'body.author' -> 'id')
where kind = 'posts';
