import { Link } from '@mantine/tiptap';
import { generateHTML, generateJSON, getSchema } from '@tiptap/core';
import { ListItem } from '@tiptap/extension-list';
import StarterKit from '@tiptap/starter-kit';
import { completeTables, hasBrokenTable, tableExtensions } from './rich-text-tables.ts';

/**
 * The elements that the editor can show: paragraphs, headings, lists, quotations, horizontal rules, tables, links and
 * emphasis.
 */
export const extensions = [
  StarterKit.configure({
    ...{ heading: { levels: [2, 3, 4] }, listItem: false },
    ...{ strike: false, code: false, codeBlock: false, link: false },
  }),
  // Allow headings in list items, because the clauses of the booking terms begin with one.
  ListItem.extend({ content: 'block+' }),
  Link.configure({ openOnClick: false, HTMLAttributes: { target: null, rel: null } }),
  ...tableExtensions,
];
const schema = getSchema(extensions);

/** Matches a paragraph at the beginning of a list item or a table cell, unless another paragraph follows it there. */
const onlyParagraph = /(<(?:li|t[hd])\b[^>]*>)<p>((?:(?!<\/?p>)[\s\S])*)<\/p>(?=<\/(?:li|t[hd])>|<[uo]l>)/g;

/**
 * Converts the editor's HTML to the HTML of content files: without paragraphs in list items and cells, with complete
 * tables, and without empty lines at the end.
 */
export const toContentHtml = (html: string): string =>
  completeTables(html)
    .replace(onlyParagraph, '$1$2')
    .replace(/(<p>(<br>)?<\/p>)+$/, '');

/**
 * Serialises HTML as the browser does, with sorted attributes and without spaces around tags, so that two texts can be
 * compared.
 */
function normalise(html: string): string {
  const template = document.createElement('template');
  template.innerHTML = toContentHtml(html);
  for (const element of template.content.querySelectorAll('*'))
    for (const attribute of [...element.attributes].toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      element.removeAttributeNode(attribute);
      element.setAttributeNode(attribute);
    }
  return template.innerHTML
    .replace(/\s*(<[^>]+>)\s*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Whether the editor can show all of this HTML. If not, editing the HTML would lose some elements, for example a
 * picture or the caption of a table.
 */
export function isEditable(html: string): boolean {
  const json = generateJSON(html, extensions);
  if (hasBrokenTable(schema.nodeFromJSON(json))) return false;
  return normalise(html) === normalise(generateHTML(json, extensions));
}
