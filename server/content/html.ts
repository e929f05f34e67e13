import sanitizeHtml from 'sanitize-html';
import { linkFault } from './link-fault.ts';

const allowedTags = ['p', 'br', 'hr', 'strong', 'em', 'b', 'i', 'u', 'sub', 'sup', 'ul', 'ol', 'li', 'h2', 'h3', 'h4']
  .concat(['a', 'blockquote', 'code', 'table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td', 'abbr', 'span'])
  .concat(['dl', 'dt', 'dd', 'figure', 'figcaption', 'img']);

const allowedAttributes: Record<string, string[]> = {
  a: ['href', 'title', 'rel', 'target'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  abbr: ['title'],
  ol: ['start'],
};
const linkAttributes = ['href', 'src'];

const policy: sanitizeHtml.IOptions = {
  allowedTags,
  allowedAttributes,
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // Links that open a window get `noopener`. Without it, the opened page could navigate the window of our site to
  // another address.
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: attribs.target ? { ...attribs, rel: 'noopener' } : attribs }),
  },
};

/**
 * Removes everything from HTML that is not on the allow-list. HTML in which everything is allowed is returned
 * unchanged.
 */
export function sanitise(html: string): string {
  return sanitizeHtml(html, policy);
}

function tagFaults(tag: string, attributes: Record<string, string>): string[] {
  if (!allowedTags.includes(tag)) return [`<${tag}> is not allowed`];
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (!allowedAttributes[tag]?.includes(name)) return [`attribute ${name} of <${tag}> is not allowed`];
    const fault = linkAttributes.includes(name) ? linkFault(value) : null;
    return fault ? [`${name} of <${tag}> ${fault}`] : [];
  });
}

/** Describes what `sanitise` would remove from this HTML. */
export function htmlFaults(html: string): string[] {
  const faults = new Set<string>();
  sanitizeHtml(html, {
    ...policy,
    transformTags: {
      '*': (tagName, attribs) => {
        for (const fault of tagFaults(tagName, attribs)) faults.add(fault);
        return { tagName, attribs };
      },
    },
  });
  return [...faults];
}
