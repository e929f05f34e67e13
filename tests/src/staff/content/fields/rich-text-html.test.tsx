import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isEditable } from '../../../../../src/staff/content/fields/rich-text-html.ts';
import { body, head, savedHtml, table, withEditor } from './table-editor.ts';

/** All texts with HTML in the content files of the demo, each with the file and the place in it. */
function readHtmlTexts(): Array<[place: string, html: string]> {
  const textsIn = (value: unknown, place: string): Array<[string, string]> => {
    if (typeof value === 'string') return /<(p|ul|ol|h\d|table)\b/.test(value) ? [[place, value]] : [];
    if (!value || typeof value !== 'object') return [];
    return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${place} ${key}`));
  };
  const files = readdirSync('content', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return files.flatMap((name) => textsIn(JSON.parse(readFileSync(join('content', name), 'utf8')), name));
}

it('isEditable, which checks that the rich text editor would lose nothing, accepts every rich text of the demo content', () => {
  const texts = readHtmlTexts();
  expect(texts.length).toBeGreaterThan(100);
  const others = texts.filter(([, html]) => !isEditable(html));
  expect(others.map(([place]) => place)).toEqual([]);
});

it('the rich text editor saves every demo text that contains a table exactly as the content file has it', () => {
  const texts = readHtmlTexts().filter(([, html]) => html.includes('<table'));
  expect(texts.length).toBeGreaterThan(0);
  for (const [place, html] of texts) expect(withEditor(html, savedHtml), place).toBe(html);
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
  ['accepts a table with a head', table(head + body), true],
  [
    'accepts a table with row headers and cells that span rows and columns',
    table(
      '<thead><tr><th scope="col" colspan="2">Course</th></tr></thead>' +
        '<tbody><tr><th scope="row" rowspan="2">STCW</th><td>PST</td></tr><tr><td>AFF</td></tr></tbody>',
    ),
    true,
  ],
  [
    'accepts a table with lists, line breaks and several paragraphs in its cells',
    table(
      '<tbody><tr><td>PST<br>5 days<ul><li>Monday</li></ul></td><td><p>One</p><p>Two</p></td><td></td></tr></tbody>',
    ),
    true,
  ],
  [
    'refuses the caption of a table, which the rich text editor would lose',
    table(`<caption>1</caption>${body}`),
    false,
  ],
  ['refuses a table with two bodies, which the rich text editor would join', table(body + body), false],
  [
    'refuses a head with a cell that is no header, because the rich text editor would move the row to the body',
    table(`<thead><tr><td></td><th scope="col">Days</th></tr></thead>${body}`),
    false,
  ],
  [
    'refuses a header row below the head of a table, because the rich text editor would move the row to the head',
    table(`${head}<tbody><tr><th>Survival</th><th>STCW</th></tr><tr><td>PST</td><td>5</td></tr></tbody>`),
    false,
  ],
  [
    'refuses a header of a group of rows, because the rich text editor would make it the header of one row',
    table('<tbody><tr><th scope="rowgroup">PST</th><td>5</td></tr></tbody>'),
    false,
  ],
  [
    'refuses a table with a short row, which the rich text editor would fill up',
    table(`${head}<tbody><tr><td>PST</td></tr></tbody>`),
    false,
  ],
  ['refuses a span that browsers limit', table('<tbody><tr><td colspan="5000">PST</td></tr></tbody>'), false],
  ['refuses a span of all rows', table('<tbody><tr><td rowspan="0">PST</td></tr></tbody>'), false],
  ['refuses a lang attribute, which the rich text editor would lose', '<p lang="hi">एक</p>', false],
])('isEditable, which checks that the rich text editor can edit a text without loss, %s', (_, html, expected) => {
  expect(isEditable(html)).toBe(expected);
});
