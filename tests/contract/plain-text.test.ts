import { expect, it } from 'vitest';
import { decodeEntities } from '../../contract/plain-text.ts';

it.each([
  ['Ships &#038; people', 'Ships & people'],
  ['&#8220;STCW&#8221; &#x2013; now', '“STCW” – now'],
  ['a &lt;b&gt; c&hellip;', 'a <b> c…'],
  ['Caf&eacute;', 'Café'],
])('decodeEntities turns the HTML text %s into %s', (written, read) => {
  expect(decodeEntities(written)).toBe(read);
});

it('decodeEntities decodes HTML entities only once, so that markup escaped twice does not become markup', () => {
  expect(decodeEntities('&amp;lt;script&amp;gt;')).toBe('&lt;script&gt;');
});

it('decodeEntities leaves unknown HTML entities and invalid code points unchanged', () => {
  for (const text of [
    'R&D',
    'a & b',
    '&unknown;',
    '&#0;',
    '&#xD800;',
    '&#99999999;',
    '&#1114112;',
    '&toString;',
    '&valueOf;',
  ])
    expect(decodeEntities(text)).toBe(text);
});
