import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakLines } from '../../../server/pdf/break-lines.ts';
import { fontFile, needsOnlySiteFont, splitWord } from '../../../server/pdf/script-fonts.ts';

describe('splitWord', () => {
  it.each([
    ['Zoë', [[null, 'Zoë']]],
    ['शर्मा', [['devanagari', 'शर्मा']]],
    ['क्‍ष', [['devanagari', 'क्‍ष']]],
    [
      'தமிழ்-2',
      [
        ['tamil', 'தமிழ்'],
        [null, '-2'],
      ],
    ],
    [
      'Śānti',
      [
        ['latinExtended', 'Śā'],
        ['latin', 'nti'],
      ],
    ],
    [
      'Nguyễn',
      [
        ['latin', 'Nguy'],
        ['vietnamese', 'ễ'],
        ['latin', 'n'],
      ],
    ],
    ['Юрий', [['cyrillic', 'Юрий']]],
    ['李Lee', [[null, '?Lee']]],
  ])(
    'for PDF texts, splitWord splits %s into runs of letters, each with a font that has these letters',
    (word, runs) => {
      expect(splitWord(word).map(({ script, text }) => [script, text])).toEqual(runs);
    },
  );

  it('for PDF texts, splitWord loses no letter of names in the supported scripts, and the font files exist', () => {
    const names = ['प्रिया', 'শ্রীমতী', 'ਗੁਰਪ੍ਰੀਤ', 'ગુજરાતી', 'ଓଡ଼ିଆ', 'தமிழ்', 'గౌరీ', 'ಕೃಷ್ಣ', 'ലക്ഷ്മി', 'Γιώργος', 'Łukasz'];
    for (const name of names) {
      const runs = splitWord(name);
      expect(runs.map(({ text }) => text).join('')).toBe(name.normalize('NFC'));
      for (const { script } of runs) {
        const files = script ? [fontFile(script, false), fontFile(script, true)] : [];
        for (const file of files) expect(existsSync(fileURLToPath(import.meta.resolve(file))), file).toBe(true);
      }
    }
  });

  it('needsOnlySiteFont returns true only for a text that the site’s own font can draw', () => {
    expect(needsOnlySiteFont('Zoë Nair · ₹5')).toBe(true);
    expect(needsOnlySiteFont('Zoë नायर')).toBe(false);
  });
});

describe('breakLines', () => {
  const measure = ({ text }: { text: string }) => Array.from(text).length;
  const joined = (text: string, width: number) =>
    breakLines(text, measure, width).map((line) => line.map((run) => run.text).join(''));

  it('breakLines breaks a text between words, and inside a word only if the word is wider than a line', () => {
    expect(joined('शर्मा Nair शर्मा', 10)).toEqual(['शर्मा Nair', 'शर्मा']);
    expect(joined('நநநநநந', 4)).toEqual(['நநநந', 'நந']);
    // A letter is not separated from its combining marks.
    expect(joined('र्मार्मा', 4)).toEqual(['र्मा', 'र्मा']);
  });

  it('breakLines returns no line wider than the limit and loses no character, for random words', () => {
    const word = fc.string({ unit: fc.constantFrom('अ', 'க', 'a', 'ś', '-'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), fc.integer({ min: 3, max: 20 }), (words, width) => {
        const lines = joined(words.join(' '), width);
        for (const line of lines) expect(Array.from(line).length).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(words.join('').normalize('NFC'));
      }),
    );
  });
});
