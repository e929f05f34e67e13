/**
 * A part of an email: a paragraph, a table of names and values (`facts`), a list, or links with labels. A value that
 * is a URL becomes a link.
 */
export type EmailPart =
  | string
  | { facts: ReadonlyArray<readonly [name: string, value: string]> }
  | { list: readonly string[] }
  | { links: ReadonlyArray<readonly [label: string, href: string]> };

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

function toText(part: EmailPart): string {
  if (typeof part === 'string') return part;
  if ('facts' in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  if ('list' in part) return part.list.map((line) => `- ${line}`).join('\n');
  return part.links.map(([label, href]) => `${label}: ${href}`).join('\n');
}

const link = (label: string, href: string) =>
  `<a href="${escapeHtml(href)}" style="color:#0a6670">${escapeHtml(label)}</a>`;

const factRow = ([name, value]: readonly [string, string]) => {
  const shown = /^https?:\/\//.test(value) ? link(value, value) : `<strong>${escapeHtml(value)}</strong>`;
  return `<tr><td style="padding:2px 16px 2px 0;color:#43566b;vertical-align:top">${escapeHtml(name)}</td><td style="word-break:break-word">${shown}</td></tr>`;
};

function toHtml(part: EmailPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`;
  if ('facts' in part) return `<table role="presentation" cellspacing="0">${part.facts.map(factRow).join('')}</table>`;
  if ('list' in part) return `<ul>${part.list.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`;
  return `<p>${part.links.map(([label, href]) => link(label, href)).join('<br>')}</p>`;
}

/** Writes the body of an email as plain text and as simple HTML. Empty parts are omitted. */
export function writeBody(parts: readonly EmailPart[]): { text: string; html: string } {
  const filled = parts.filter((part) => toText(part) !== '');
  const body = filled.map(toHtml).join('\n');
  // The background is set explicitly, because a mail program in dark mode would show the dark text on its own dark
  // background.
  const style = 'max-width:34rem;padding:1rem;background:#ffffff;font:16px/1.5 Arial,sans-serif;color:#0f2742';
  return {
    text: filled.map(toText).join('\n\n'),
    html: `<!doctype html>\n<html lang="en"><body><div style="${style}">\n${body}\n</div></body></html>`,
  };
}
