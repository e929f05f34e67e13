import { describe, expect, it } from 'vitest';
import { postCardSchema } from '../../../contract/news.ts';
import { postCardFields } from '../../../contract/page-calls.ts';
import { readFields } from '../../../server/news/post-fields.ts';
import { startAcademyApp } from '../../support/academy-content.ts';

const { call } = await startAcademyApp();
const list = async (query: string) => (await call('GET', `/wp-json/wp/v2/posts?${query}`)).body as object[];

describe('_fields', () => {
  it('the parameter _fields of the posts API limits posts to the named fields', async () => {
    const posts = await list('categories=1&per_page=2&_embed=1&_fields=id,title.rendered,_embedded.wp:term');
    expect(posts).toHaveLength(2);
    for (const post of posts) {
      expect(Object.keys(post).toSorted()).toEqual(['_embedded', 'id', 'title']);
      expect(post).toMatchObject({
        title: { rendered: expect.any(String) },
        _embedded: { 'wp:term': expect.any(Array) },
      });
      expect(Object.keys(Reflect.get(post, '_embedded'))).toEqual(['wp:term']);
    }
  });

  it('the posts API response for a news card has all fields that the card needs, but not the text of the article', async () => {
    const [post = {}] = await list(`categories=7&per_page=1&_embed=1&_fields=${postCardFields}`);
    expect(postCardSchema.safeParse(post).success).toBe(true);
    expect(Object.keys(post)).not.toContain('content');
    expect(post).toMatchObject({ meta: { event_place: expect.any(String) }, _embedded: { 'wp:featuredmedia': [{}] } });
  });

  it('the posts API ignores unknown names in its parameter _fields, and returns all fields without the parameter', async () => {
    const [post = {}] = await list('per_page=1&_fields=id,nonsense,title.nonsense,__proto__,_links');
    expect(Object.keys(post)).toEqual(['id']);
    expect(Object.keys((await list('per_page=1'))[0] ?? {})).toContain('content');
  });

  it('the posts API ignores the order and the repetition of names in its parameter _fields', () => {
    expect(readFields({ _fields: 'title, id,id' })).toEqual(readFields({ _fields: 'id,title' }));
    expect(readFields({ _fields: 'id,nonsense,_embedded.nonsense' })).toEqual(['id']);
    expect(readFields({})).toBeNull();
  });
});
