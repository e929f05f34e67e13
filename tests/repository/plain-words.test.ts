import { expect, it } from 'vitest';
import { filesIn, readSource, sourceFiles } from './source-files.ts';

/**
 * Words that this project once used in a sense of its own, which nobody outside would understand. The standard words
 * replaced them: queue, row, status, save, store, shown, notified, result, placeholder, library. Retired words that
 * have frequent ordinary senses are left out: ask, counter, house, keep, letter, news, part, room. Where they were
 * names, `retiredPhrases` has them.
 */
const retiredWords = 'album bell bones desk hindered joiner keeper lane roomy shelf standing stands told verdict'.split(
  ' ',
);

/** Retired words that the academy's own texts, which editors write, may use in their ordinary senses. */
const ordinaryInContent = 'bell desk joiner lane stands told'.split(' ');

const withPlurals = (words: readonly string[]) => new Set(words.flatMap((word) => [word, `${word}s`]));

/** Names, phrases of comments, and texts of screens that were replaced by plain ones. */
const retiredPhrases = [
  /add-?desk|payment ?news|tests\/house/gi,
  /(?<=[a-z])Ask\b|\bJudge[A-Z]|\btype Parts\b|\b(?:queue|send|write)(?:[A-Z][a-z]+)?Letters?\b/g,
  // SQL that is not executed has a verb as its name (`takeSeatsSql`), not a gerund.
  /\bconst [a-z]+ing[A-Z]\w* = sql/g,
  // In code, what "Save for the voyage" stores is the offline library.
  /(?<=[a-z])(?<!ForThe)Voyage|\bvoyage[A-Z]/g,
  /\b(?:those|rows|forms|something) of nobody\b|\bis nobody['’]s any more|\bthat nobody waits for\b/gi,
  /\bask again by ourselves\b|\bjoins your cart\b|\bwhose row another transaction keeps\b/gi,
];

/** Other senses of these words: columns of the database, idioms, people, and the names of characters in Unicode. */
const ordinary =
  /_standing\b|\btold (?:apart|to)\b|\bstands (?:for|still|in)\b|zero-?width ?joiner(?: and non-joiner)?|joiner characters|\b(?:campus|booking|reception)[- ]desk\b|\bdesk@|\bbell\.ring\b/gi;

/** Splits names in camel case as well as prose. */
const wordPattern = /[A-Z]?[a-z]+/g;

function retiredIn(text: string, words: Set<string> = withPlurals(retiredWords)): string[] {
  const found = text.replaceAll(ordinary, '').match(wordPattern) ?? [];
  return [
    ...found.filter((word) => words.has(word.toLowerCase())),
    ...retiredPhrases.flatMap((phrase) => text.match(phrase) ?? []),
  ];
}

const found = (files: readonly string[], words?: Set<string>) =>
  files.flatMap((file) => retiredIn(readSource(file), words).map((word) => `${file}: ${word}`));

it('no source file uses a word or phrase from the list of retired jargon', () => {
  expect(found([...sourceFiles(), ...filesIn('setup', /\.mjs$/), ...filesIn('src', /\.css$/)])).toEqual([]);
});

it('no test uses a word or phrase from the list of retired jargon', () => {
  const tests = filesIn('tests', /\.(ts|tsx)$/).filter((file) => file !== 'tests/repository/plain-words.test.ts');
  expect(found(tests)).toEqual([]);
});

it('no document uses a word or phrase from the list of retired jargon', () => {
  const docs = filesIn('docs', /\.md$/);
  expect(docs).toContain('docs/decisions/README.md');
  expect(found([...docs, 'CHANGELOG.md', 'README.md', 'lab/README.md', 'machines/README.md'])).toEqual([]);
});

it('no text of the demo academy uses retired jargon, except words that also have an ordinary meaning', () => {
  const words = withPlurals(retiredWords.filter((word) => !ordinaryInContent.includes(word)));
  const content = filesIn('content', /\.json$/);
  expect(content).toContain('content/home.json');
  expect(found(content, words)).toEqual([]);
});

it('the check for retired jargon finds it in prose and in names, and ignores the ordinary senses of these words', () => {
  const text = 'the student is told; const lanesOf = keeper; receivePaymentNews(standings)';
  expect(retiredIn(text)).toEqual(['told', 'lanes', 'keeper', 'standings', 'PaymentNews']);
  expect(retiredIn('students.email_standing stands for what is told apart by a ZeroWidthJoiner')).toEqual([]);
});

it.each([
  ['cartDesk.open()', 'Desk'],
  ['type AddAsk = object', 'Ask'],
  ['queueLetter(order)', 'queueLetter'],
  ['type Parts = { db: Kysely<Database> }', 'type Parts'],
  ['const takingSeats = sql`', 'const takingSeats = sql'],
  ['voyageStore.read()', 'voyageS'],
  ['the rows of nobody are sent first', 'rows of nobody'],
  ['The file is nobody’s any more', 'is nobody’s any more'],
  ['We ask again by ourselves every few seconds', 'ask again by ourselves'],
  ['Waits for the connection, then joins your cart.', 'joins your cart'],
])('the check for retired jargon finds it in “%s”', (text, jargon) => {
  expect(retiredIn(text)).toEqual([jargon]);
});

it.each([
  'the reception desk on a desktop screen',
  'Save for the voyage',
  'import { Route as SaveForTheVoyageRoute }',
  'no two parts of a page',
])('the check for retired jargon ignores “%s”', (text) => {
  expect(retiredIn(text)).toEqual([]);
});
