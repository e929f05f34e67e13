import { expect, it } from 'vitest';
import { withoutPictures } from '../../../../src/offline/low-data/content-pictures.ts';

it('low-data mode replaces each picture in a page’s content by a link with the picture’s description, and keeps the text', () => {
  const html = '<p>At sea</p><img src="/media/a.webp" alt="A &quot;deck&quot;" width="3"><img src="/b.png" alt="" />';
  expect(withoutPictures(html)).toBe(
    '<p>At sea</p><a href="/media/a.webp" data-picture="A &quot;deck&quot;">Show picture: A &quot;deck&quot;</a>' +
      '<a href="/b.png" data-picture="">Show picture</a>',
  );
});

it('low-data mode finds the URL and the description of a picture whatever the case and order of its attributes', () => {
  expect(withoutPictures('<IMG data-src="/x.webp" ALT="Deck" SRC="/a.webp"><imgx src="/b.webp">')).toBe(
    '<a href="/a.webp" data-picture="Deck">Show picture: Deck</a><imgx src="/b.webp">',
  );
});
