/** Names that WordPress and its editors write; a name that stands nowhere here stays as it was written. */
const named: Record<string, string> = {
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

const largestSign = 0x10ffff;

function decodeNumber(written: string): string | null {
  const isHex = /^x/i.test(written);
  const code = Number.parseInt(isHex ? written.slice(1) : written, isHex ? 16 : 10);
  // Half of a surrogate pair, or beyond Unicode: no sign.
  const isSign = code > 0 && code <= largestSign && (code < 0xd800 || code > 0xdfff);
  return isSign ? String.fromCodePoint(code) : null;
}

/** Plain text of a title with HTML entities, decoded once: what was escaped twice stays text and never becomes a tag. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(x[\da-f]{1,6}|\d{1,7})|(\w{2,8}));/gi, (all, number?: string, name?: string) => {
    const sign = number ? decodeNumber(number) : Object.hasOwn(named, name ?? '') && named[name ?? ''];
    return sign || all;
  });
}
