type Redaction = (text: string) => string;

const propertyName = /^[\w$.-]{1,40}$/;

/**
 * Replacements that remove personal data. Patterns that might backtrack over a long text have maximum lengths, so that
 * such a text does not block a phone.
 */
const redactions: Redaction[] = [
  // Removes the query and hash of URLs, which may contain a secret or a search term.
  (text) => text.replace(/([a-z]{2,10}:\/\/[^\s?#)]{1,300})[?#][^\s):]*/gi, '$1'),
  // Removes email addresses. `name@https://…`, which stack traces of Firefox and Safari contain, is not an email
  // address, so a domain with a colon or slash does not match.
  (text) => text.replace(/[^\s@"'<>()]{1,64}@[^\s@"'<>():/]{1,100}\.[a-z]{2,10}/gi, '[email]'),
  // Removes quoted text, because error messages of parsers quote their input. A single word in single quotes is the
  // name of a property and is not removed.
  (text) => text.replace(/"[^"\n]*"/g, '"…"'),
  (text) => text.replace(/'([^'\n]*)'/g, (all, quoted: string) => (propertyName.test(quoted) ? all : "'…'")),
  (text) => text.replace(/\b\d{2}[a-z]{2}\d{4}\b|\b[a-z]\d{7}\b/gi, '[number]'),
  (text) => text.replace(/\+?\d(?:[\s-]?\d){7,}/g, '[number]'),
];

/** Removes personal data from a text of an error report: URL queries, email addresses, numbers and quoted text. */
export function scrub(text: string): string {
  return redactions.reduce((redacted, redact) => redact(redacted), text);
}
