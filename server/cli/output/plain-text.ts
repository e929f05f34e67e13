// Characters that are unsafe in a terminal: control characters could move the cursor, and bidirectional marks could
// make a name look like another one.
const unsafe = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60])/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Escapes line breaks, control characters and invisible characters, for example as `\u202e`, so that they are visible
 * in a terminal and have no effect there.
 */
export function toPlain(text: string): string {
  return text.replace(unsafe, (char) =>
    char === '\n' ? '\\n' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The number of terminal columns that a text takes. */
export function columnsOf(text: string): number {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  return [...graphemes.segment(text)].reduce((width, { segment }) => width + (wide.test(segment) ? 2 : 1), 0);
}
