import process from 'node:process';
import { TextSelection } from '@tiptap/pm/state';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { htmlFaults } from '../../../../../server/content/html.ts';
import { isEditable } from '../../../../../src/staff/content/fields/rich-text-html.ts';
import { body, head, savedHtml, table, withEditor } from './table-editor.ts';

const { SEED, SOAK } = process.env;
const seed = Number(SEED ?? Date.now() % 1_000_000);
const numRuns = SOAK ? 1000 : 40;

it('for a table without thead, the rich text editor puts the header row into a thead and adds scope attributes to header cells', () => {
  const rows = '<tr><th>Course</th><th>Days</th></tr><tr><th>PST</th><td>5</td></tr>';
  expect(isEditable(table(rows))).toBe(true);
  expect(withEditor(table(rows), savedHtml)).toBe(
    table(`${head}<tbody><tr><th scope="row">PST</th><td>5</td></tr></tbody>`),
  );
});

it('the rich text editor leaves a table’s header row in tbody, not thead, if a cell of the row spans into the next row', () => {
  const rows = '<tr><th rowspan="2">Course</th><th>Days</th></tr><tr><td>5</td></tr>';
  expect(withEditor(table(rows), savedHtml)).toBe(table(`<tbody>${rows}</tbody>`));
});

it('the rich text editor drops widths and alignments of a pasted table, which the site does not allow', () => {
  const pasted =
    '<table style="width: 9cm"><colgroup><col width="64"></colgroup><tr><td align="right">5</td></tr></table>';
  const saved = withEditor('', (editor) => {
    editor.commands.insertContent(pasted);
    return savedHtml(editor);
  });
  expect(saved).toBe(table('<tbody><tr><td>5</td></tr></tbody>'));
});

it.each([false, true])(
  'Tab in a table of the rich text editor leaves the editor instead of moving to another cell or adding a row (Shift pressed: %s)',
  (shiftKey) => {
    withEditor(table(head + body), (editor) => {
      const lastCell = TextSelection.atEnd(editor.state.doc);
      editor.view.dispatch(editor.state.tr.setSelection(lastCell));
      const key = new KeyboardEvent('keydown', { key: 'Tab', shiftKey, cancelable: true });
      editor.view.dom.dispatchEvent(key);
      expect(key.defaultPrevented).toBe(false);
      expect(editor.state.selection.eq(lastCell)).toBe(true);
      expect(savedHtml(editor)).toBe(table(head + body));
    });
  },
);

/** The buttons for tables, and two commands that make cells with spans. */
const buttons = [
  ...(['addRowBefore', 'addRowAfter', 'deleteRow', 'addColumnBefore', 'addColumnAfter', 'deleteColumn'] as const),
  ...(['toggleHeaderRow', 'toggleHeaderColumn', 'insertTable', 'deleteTable', 'mergeCells', 'splitCell'] as const),
];
const place = fc.double({ min: 0, max: 1, noNaN: true });
/** A press of a button. Before it, the text or the cells between two places of the document are selected. */
const step = fc.record({ button: fc.constantFrom(...buttons), from: place, to: place });
const spannedTable = table(
  '<thead><tr><th scope="col" colspan="2">A</th><th scope="col">B</th></tr></thead><tbody><tr><th scope="row" rowspan="2">' +
    'C</th><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody>',
);

it('whatever buttons for tables are pressed, the site allows the saved HTML, and the editor opens it again unchanged', {
  timeout: numRuns * 1000,
}, () => {
  const texts = fc.constantFrom(table(head + body), spannedTable);
  const property = fc.property(texts, fc.array(step, { maxLength: 12 }), (html, steps) => {
    withEditor(html, (editor) => {
      for (const { button, from, to } of steps) {
        const { doc, tr } = editor.state;
        const at = (share: number) => doc.resolve(Math.round(share * doc.content.size));
        editor.view.dispatch(tr.setSelection(TextSelection.between(at(from), at(to))));
        editor.commands[button]();
      }
      const saved = savedHtml(editor);
      expect(htmlFaults(saved)).toEqual([]);
      expect(isEditable(saved), saved).toBe(true);
      expect(withEditor(saved, savedHtml)).toBe(saved);
    });
  });
  fc.assert(property, { seed, numRuns });
});

const attribute = (name: string, ...values: string[]) =>
  fc.constantFrom('', '', '', '', ...values.map((value) => ` ${name}="${value}"`));
const cell = fc
  .record({
    tag: fc.constantFrom('td', 'th'),
    scope: attribute('scope', 'col', 'row', 'colgroup'),
    spans: fc.tuple(attribute('colspan', '1', '2'), attribute('rowspan', '1', '2')).map((spans) => spans.join('')),
    content: fc.constantFrom('', '5', '<p>5</p>', '<p>5</p><p>days</p>', '5<ul><li>days</li></ul>'),
  })
  .map(({ tag, scope, spans, content }) => `<${tag}${tag === 'th' ? scope : ''}${spans}>${content}</${tag}>`);
const rows = (width: number, maxLength: number) =>
  fc
    .array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength })
    .map((all) => all.map((cells) => `<tr>${cells.join('')}</tr>`).join(''));
const part = (tag: string, width: number, maxLength: number) =>
  rows(width, maxLength).map((inner) => `<${tag}>${inner}</${tag}>`);
const handwrittenTable = fc
  .constantFrom(1, 2)
  .chain((width) =>
    fc.oneof(
      rows(width, 3),
      fc.tuple(part('thead', width, 1), part('tbody', width, 2)).map((parts) => parts.join('')),
    ),
  )
  .map(table);

/** What a reader gets of the cells: header or value, spans, text, and the scope, if the table gives it one. */
function readCells(html: string, withScopeOf: (index: number) => boolean): string[] {
  const template = document.createElement('template');
  template.innerHTML = html;
  return [...template.content.querySelectorAll<HTMLTableCellElement>('th, td')].map((one, index) => {
    const scope = withScopeOf(index) ? one.getAttribute('scope') : '';
    return [one.tagName, one.colSpan, one.rowSpan, one.innerHTML.replace(/^<p>(.*?)<\/p>$/, '$1'), scope].join(' ');
  });
}

it('a hand-written HTML table is either refused by the rich text editor or saved with the same cells, spans and scope attributes', {
  timeout: numRuns * 1000,
}, () => {
  let [accepted, refused] = [0, 0];
  const property = fc.property(handwrittenTable, (html) => {
    if (!isEditable(html)) {
      refused += 1;
      return;
    }
    accepted += 1;
    const hasScope = [...html.matchAll(/<t[hd]\b[^>]*>/g)].map(([tag]) => tag.includes('scope='));
    const withScopeOf = (index: number) => hasScope[index] === true;
    expect(readCells(withEditor(html, savedHtml), withScopeOf)).toEqual(readCells(html, withScopeOf));
  });
  fc.assert(property, { seed, numRuns: SOAK ? 1000 : 200 });
  expect(Math.min(accepted, refused), `${accepted} accepted, ${refused} refused`).toBeGreaterThan(10);
});
