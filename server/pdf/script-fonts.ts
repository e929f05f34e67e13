import { isInSiteFont, toSiteFont } from './pdf-text.ts';

/**
 * A piece of text that is drawn in one font. `script` selects one of the Noto fonts; null means Landfall Sans, the
 * site's own font.
 */
export type TextRun = { script: Script | null; text: string };

const noto = (name: string, subset: string) => `@fontsource/${name}/files/${name}-${subset}`;
const indian = (script: string) => noto(`noto-sans-${script}`, script);

/**
 * The Noto Sans fonts (SIL Open Font License), by writing system. They draw names with characters that Landfall Sans,
 * the site's own font, lacks.
 */
const fonts = {
  latin: noto('noto-sans', 'latin'),
  latinExtended: noto('noto-sans', 'latin-ext'),
  vietnamese: noto('noto-sans', 'vietnamese'),
  greek: noto('noto-sans', 'greek'),
  cyrillic: noto('noto-sans', 'cyrillic'),
  devanagari: indian('devanagari'),
  bengali: indian('bengali'),
  gurmukhi: indian('gurmukhi'),
  gujarati: indian('gujarati'),
  oriya: indian('oriya'),
  tamil: indian('tamil'),
  telugu: indian('telugu'),
  kannada: indian('kannada'),
  malayalam: indian('malayalam'),
} as const;
export type Script = keyof typeof fonts;

const characterRanges: ReadonlyArray<readonly [Script, RegExp]> = [
  [
    'latinExtended',
    /[\u0100-\u0101\u0104-\u0127\u012a-\u0167\u016a-\u019f\u01a2-\u01ae\u01b1-\u02af\u1e00-\u1e9f\u1ef2-\u1ef3]/,
  ],
  ['vietnamese', /[\u0102\u0103\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef1\u1ef4-\u1ef9]/],
  ['greek', /[\u0370-\u03ff]/],
  ['cyrillic', /[\u0401\u0410-\u044f\u0451\u0490\u0491\u0406\u0407\u0456\u0457\u0404\u0454]/],
  ['devanagari', /[\u0900-\u097f]/],
  ['bengali', /[\u0980-\u09ff]/],
  ['gurmukhi', /[\u0a01-\u0a7f]/],
  ['gujarati', /[\u0a81-\u0aff]/],
  ['oriya', /[\u0b01-\u0b7f]/],
  ['tamil', /[\u0b82-\u0bff]/],
  ['telugu', /[\u0c00-\u0c7f]/],
  ['kannada', /[\u0c80-\u0cff]/],
  ['malayalam', /[\u0d00-\u0d7f]/],
];
/**
 * Fonts for further Latin letters. If a word has a letter from one of them, the whole word is drawn in that font, so
 * that its letters look alike.
 */
const latinScripts: ReadonlyArray<Script | null> = ['latinExtended', 'vietnamese'];
/** Zero-width joiner and non-joiner: invisible characters that change how the characters around them are drawn. */
const zeroWidthJoiner = /[\u200c\u200d]/;

const scriptOf = (character: string) => characterRanges.find(([, range]) => range.test(character))?.[0] ?? null;

/** The module specifier of the font file for a writing system, such as Greek. */
export function fontFile(script: Script, isBold: boolean): string {
  return `${fonts[script]}-${isBold ? 600 : 400}-normal.woff`;
}

function push(runs: TextRun[], script: Script | null, text: string): void {
  const last = runs.at(-1);
  if (last && last.script === script) last.text += text;
  else if (text) runs.push({ script, text });
}

/**
 * Splits a word into runs, each in one font. A character that no font contains is replaced by the most similar one in
 * Landfall Sans, or by `?`.
 */
export function splitWord(word: string): TextRun[] {
  const all = Array.from(word.normalize('NFC'));
  const base = all.some((character) => latinScripts.includes(scriptOf(character))) ? 'latin' : null;
  const runs: TextRun[] = [];
  for (const character of all) {
    const script = scriptOf(character);
    const before = runs.at(-1)?.script ?? null;
    if (script) push(runs, script, character);
    else if (zeroWidthJoiner.test(character))
      push(runs, before, before && !latinScripts.includes(before) ? character : '');
    else push(runs, isInSiteFont(character) ? base : null, toSiteFont(character));
  }
  return runs;
}

/** Whether a text can be drawn with Landfall Sans alone. */
export function needsOnlySiteFont(text: string): boolean {
  return !Array.from(text.normalize('NFC')).some((character) => scriptOf(character) !== null);
}
