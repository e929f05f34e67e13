/** Named HTML entities that WordPress and its editors write. Other entities are not decoded. */
const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  deg: '°',
  times: '×',
  eacute: 'é',
};

const maxCodePoint = 0x10ffff;

function decodeNumber(digits: string): string | null {
  const isHex = /^x/i.test(digits);
  const code = Number.parseInt(isHex ? digits.slice(1) : digits, isHex ? 16 : 10);
  // Do not decode references to surrogates, 0 or numbers above the Unicode range, because they are not characters.
  const isCharacter = code > 0 && code <= maxCodePoint && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : null;
}

/** Decodes HTML entities once, so that text that was escaped twice does not become a tag. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(x[\da-f]{1,6}|\d{1,7})|(\w{2,8}));/gi, (entity, number?: string, name?: string) => {
    const character = number
      ? decodeNumber(number)
      : Object.hasOwn(namedEntities, name ?? '') && namedEntities[name ?? ''];
    return character || entity;
  });
}

/**
 * Converts HTML to plain text on one line. Tags are removed before entities are decoded, so that an escaped tag stays
 * as text.
 */
export function toLine(html: string): string {
  // Search for tags only up to the last `>`: after it there is no tag, and each `<` there would cost a search to the
  // end of the text.
  const end = html.lastIndexOf('>') + 1;
  const bare = html.slice(0, end).replace(/<[^>]*>/g, ' ') + html.slice(end);
  return decodeEntities(bare).replace(/\s+/g, ' ').trim();
}
