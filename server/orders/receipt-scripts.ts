import { inFont, isInFont } from './receipt-text.ts';

/** Letters of one script; `script` names the font that draws them, null the site's own. */
export type TextRun = { script: Script | null; text: string };

const noto = (name: string, subset: string) => `@fontsource/${name}/files/${name}-${subset}`;
const indian = (script: string) => noto(`noto-sans-${script}`, script);

/** Fonts for names that the site's own has no letters for (Noto Sans, SIL Open Font License), each in two weights. */
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

const letters: ReadonlyArray<readonly [Script, RegExp]> = [
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
/** Latin beside the site's own letters: such a word is drawn in one face, not in two. */
const akin: ReadonlyArray<Script | null> = ['latinExtended', 'vietnamese'];
/** Join or part the letters before them, and have no look of their own. */
const joiner = /[\u200c\u200d]/;

const scriptOf = (letter: string) => letters.find(([, own]) => own.test(letter))?.[0] ?? null;

/** Where the font's file lies, for a module loader. */
export function fontFile(script: Script, isBold: boolean): string {
  return `${fonts[script]}-${isBold ? 600 : 400}-normal.woff`;
}

function push(runs: TextRun[], script: Script | null, text: string): void {
  const last = runs.at(-1);
  if (last && last.script === script) last.text += text;
  else if (text) runs.push({ script, text });
}

/** A word by the fonts that draw it; what none has is drawn as near as the site's own can. */
export function splitWord(word: string): TextRun[] {
  const all = Array.from(word.normalize('NFC'));
  const base = all.some((letter) => akin.includes(scriptOf(letter))) ? 'latin' : null;
  const runs: TextRun[] = [];
  for (const letter of all) {
    const script = scriptOf(letter);
    const before = runs.at(-1)?.script ?? null;
    if (script) push(runs, script, letter);
    else if (joiner.test(letter)) push(runs, before, before && !akin.includes(before) ? letter : '');
    else push(runs, isInFont(letter) ? base : null, inFont(letter));
  }
  return runs;
}

/** Whether the site's own font draws all of it, as well as it can. */
export function isPlain(text: string): boolean {
  return !Array.from(text.normalize('NFC')).some((letter) => scriptOf(letter) !== null);
}
