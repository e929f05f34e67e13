import { expect, it } from 'vitest';
import { withoutPictures } from '../../../../src/offline/low-data/content-pictures.ts';

it('low-data mode replaces each picture in a page’s content by a link with the picture’s description, and keeps the text', () => {
  const html = '<p>At sea</p><img src="/media/a.webp" alt="A &quot;deck&quot;" width="3"><img src="/b.png" alt="" />';
  expect(withoutPictures(html)).toBe(
    '<p>At sea</p><a href="/media/a.webp" data-picture="A &quot;deck&quot;">Show picture: A &quot;deck&quot;</a>' +
      '<a href="/b.png" data-picture="">Show picture</a>',
  );
});
