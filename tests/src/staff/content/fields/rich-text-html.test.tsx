import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isEditable } from '../../../../../src/staff/content/fields/rich-text-html.ts';

/** All texts with HTML in the content files of the demo, each with the file and the place in it. */
function readHtmlTexts(): Array<[place: string, html: string]> {
  const textsIn = (value: unknown, place: string): Array<[string, string]> => {
    if (typeof value === 'string') return /<(p|ul|ol|h\d)\b/.test(value) ? [[place, value]] : [];
    if (!value || typeof value !== 'object') return [];
    return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${place} ${key}`));
  };
  const files = readdirSync('content', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return files.flatMap((name) => textsIn(JSON.parse(readFileSync(join('content', name), 'utf8')), name));
}

it('isEditable accepts every rich text of the demo content except a text with a table', () => {
  const texts = readHtmlTexts();
  expect(texts.length).toBeGreaterThan(100);
  const others = texts.filter(([, html]) => !isEditable(html));
  expect(others.map(([place]) => place)).toEqual(['cms/why-landfall.json sections 0 content']);
});

it.each([
  ['accepts a list item that begins with a heading', '<ol><li><h3>Fees</h3><p>They include GST.</p></li></ol>', true],
  [
    'accepts a link and emphasis',
    '<p>See <a href="/contact-us">our <em>address</em></a> <strong>first</strong>.</p>',
    true,
  ],
  ['accepts nested lists', '<ul><li>One<ul><li>Two</li></ul></li></ul>', true],
  ['accepts a space at the end of a line, which occurs during typing', '<p>One </p><p></p>', true],
  ['accepts an empty text', '', true],
  ['refuses a picture, which the rich text editor would lose', '<p>One</p><img src="/media/a.webp" alt="">', false],
  ['refuses a definition list, which the rich text editor would lose', '<dl><dt>GST</dt><dd>tax</dd></dl>', false],
  ['refuses a lang attribute, which the rich text editor would lose', '<p lang="hi">एक</p>', false],
])('isEditable, which checks that the rich text editor can edit a text without loss, %s', (_, html, expected) => {
  expect(isEditable(html)).toBe(expected);
});
