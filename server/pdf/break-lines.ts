import { splitWord, type TextRun } from './script-fonts.ts';

/** Returns the width that a run of text has when it is drawn, in points. */
type Measure = (run: TextRun) => number;

const graphemes = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });
const space: TextRun = { script: null, text: ' ' };

const widthOf = (runs: readonly TextRun[], measure: Measure) => runs.reduce((sum, run) => sum + measure(run), 0);

/** Breaks a word that may be wider than a line into lines, without splitting a grapheme. */
function breakWord(runs: readonly TextRun[], measure: Measure, width: number): TextRun[][] {
  const lines: TextRun[][] = [[]];
  const pieces = runs.flatMap(({ script, text }) =>
    Array.from(graphemes.segment(text), ({ segment }) => ({ script, text: segment })),
  );
  for (const piece of pieces) {
    const line = lines.at(-1) ?? [];
    const last = line.at(-1);
    const isSame = last?.script === piece.script;
    const longer =
      isSame && last ? [...line.slice(0, -1), { ...last, text: last.text + piece.text }] : [...line, piece];
    if (line.length > 0 && widthOf(longer, measure) > width) lines.push([piece]);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/**
 * Breaks a text that needs several fonts into lines that are at most `width` points wide. A line is a list of runs,
 * each in one font.
 */
export function breakLines(text: string, measure: Measure, width: number): TextRun[][] {
  const lines: TextRun[][] = [[]];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const runs = splitWord(word);
    const line = lines.at(-1) ?? [];
    const longer = line.length > 0 ? [...line, space, ...runs] : runs;
    if (widthOf(longer, measure) <= width) lines[lines.length - 1] = longer;
    else {
      const parts = breakWord(runs, measure, width);
      if (line.length === 0) lines.pop();
      lines.push(...parts);
    }
  }
  return lines;
}
