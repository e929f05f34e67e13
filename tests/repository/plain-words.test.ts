import { expect, it } from 'vitest';
import { filesIn, readSource, sourceFiles } from './source-files.ts';

/**
 * Words that this project once used in a sense of its own, which nobody outside would understand. The standard words
 * replaced them: queue, row, status, save, store, shown, notified, result, placeholder, library. Retired words that
 * have frequent ordinary senses are left out: ask, bell, counter, house, keep, letter, news, part, room.
 */
const retired = new Set(
  'album bones hindered joiner keeper lane roomy shelf standing stands told verdict'
    .split(' ')
    .flatMap((word) => [word, `${word}s`]),
);
const retiredNames = /add-?desk|payment ?news/gi;

/** Other senses of these words: columns of the database, idioms, and the names of characters in Unicode. */
const ordinary =
  /_standing\b|\btold (?:apart|to)\b|\bstands (?:for|still|in)\b|zero-?width ?joiner(?: and non-joiner)?|joiner characters/gi;

/** Splits names in camel case as well as prose. */
const wordPattern = /[A-Z]?[a-z]+/g;

function retiredIn(text: string): string[] {
  const words = text.replaceAll(ordinary, '').match(wordPattern) ?? [];
  return [...words.filter((word) => retired.has(word.toLowerCase())), ...(text.match(retiredNames) ?? [])];
}

const found = (files: readonly string[]) =>
  files.flatMap((file) => retiredIn(readSource(file)).map((word) => `${file}: ${word}`));

it('no source file uses a word from the list of retired jargon', () => {
  expect(found(sourceFiles())).toEqual([]);
});

it('no test uses a word from the list of retired jargon', () => {
  const tests = filesIn('tests', /\.(ts|tsx)$/).filter((file) => file !== 'tests/repository/plain-words.test.ts');
  expect(found(tests)).toEqual([]);
});

it('no document except decision records uses a word from the list of retired jargon', () => {
  const docs = filesIn('docs', /\.md$/).filter((file) => !file.startsWith('docs/decisions/'));
  expect(found([...docs, 'README.md', 'lab/README.md', 'machines/README.md'])).toEqual([]);
});

it('the check for retired jargon finds it in prose and in names, and ignores the ordinary senses of these words', () => {
  const text = 'the student is told; const lanesOf = keeper; receivePaymentNews(standings)';
  expect(retiredIn(text)).toEqual(['told', 'lanes', 'keeper', 'standings', 'PaymentNews']);
  expect(retiredIn('students.email_standing stands for what is told apart by a ZeroWidthJoiner')).toEqual([]);
});
