import { Link } from '@mantine/tiptap';
import { generateHTML, generateJSON } from '@tiptap/core';
import { ListItem } from '@tiptap/extension-list';
import StarterKit from '@tiptap/starter-kit';

/**
 * The elements that the editor can show: paragraphs, headings, lists, quotations, horizontal rules, links and emphasis.
 */
export const extensions = [
  StarterKit.configure({
    ...{ heading: { levels: [2, 3, 4] }, listItem: false },
    ...{ strike: false, code: false, codeBlock: false, link: false },
  }),
  // Allow headings in list items, because the clauses of the booking terms begin with one.
  ListItem.extend({ content: 'block+' }),
  Link.configure({ openOnClick: false, HTMLAttributes: { target: null, rel: null } }),
];

/**
 * Converts the editor's HTML to the HTML of content files: without paragraphs in list items, and without empty lines at
 * the end.
 */
export const toContentHtml = (html: string): string =>
  html.replace(/<li><p>((?:(?!<\/?p>)[\s\S])*)<\/p>(?=<\/li>|<ul>|<ol>)/g, '<li>$1').replace(/(<p>(<br>)?<\/p>)+$/, '');

/** Serialises HTML as the browser does, without spaces around tags, so that two texts can be compared. */
function normalise(html: string): string {
  const template = document.createElement('template');
  template.innerHTML = toContentHtml(html);
  return template.innerHTML
    .replace(/\s*(<[^>]+>)\s*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Whether the editor can show all of this HTML. If not, editing the HTML would lose some elements, for example a table.
 */
export const isEditable = (html: string): boolean =>
  normalise(html) === normalise(generateHTML(generateJSON(html, extensions), extensions));
