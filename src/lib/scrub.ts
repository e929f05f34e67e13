type Blot = (text: string) => string;

const property = /^[\w$.-]{1,40}$/;

/** Lengths are bounded: a text of thousands of letters must not keep a phone busy. */
const blots: Blot[] = [
  // Addresses keep their path: what is behind it may be a secret or what somebody searched for.
  (text) => text.replace(/([a-z]{2,10}:\/\/[^\s?#)]{1,300})[?#][^\s):]*/gi, '$1'),
  (text) => text.replace(/[^\s@"'<>()]{1,64}@[^\s@"'<>()]{1,100}\.[a-z]{2,10}/gi, '[e-mail]'),
  // Quoted by a parser: what it read. A single word in single quotes is a property's name.
  (text) => text.replace(/"[^"\n]*"/g, '"…"'),
  (text) => text.replace(/'([^'\n]*)'/g, (all, quoted: string) => (property.test(quoted) ? all : "'…'")),
  (text) => text.replace(/\b\d{2}[a-z]{2}\d{4}\b|\b[a-z]\d{7}\b/gi, '[number]'),
  (text) => text.replace(/\+?\d(?:[\s-]?\d){7,}/g, '[number]'),
];

/** A text for a report with everything taken out that somebody may have typed: addresses, numbers, quoted words. */
export function scrub(text: string): string {
  return blots.reduce((left, blot) => blot(left), text);
}
