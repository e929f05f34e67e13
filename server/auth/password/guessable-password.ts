import type { Kysely } from 'kysely';
import { brandSchema } from '../../../contract/content.ts';
import { academyPasswordText, commonPasswordText, shortestPassword } from '../../../contract/password-rules.ts';
import type { Database } from '../../db/schema.ts';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Characters that people often write instead of a letter, each with that letter. `l` becomes `i`, because people write
 * `1` and `!` for both letters.
 */
const lookalikes: Record<string, string> = {
  ...{ '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '|': 'i', l: 'i', '0': 'o' },
  ...{ $: 's', '5': 's', '7': 't' },
};
const shortestWord = 4;

const toLetters = (text: string) =>
  [...text.toLowerCase().normalize('NFKD')]
    .map((character) => lookalikes[character] ?? character)
    .filter((character) => /[\p{L}\p{N}]/u.test(character))
    .join('');

const namesSchema = brandSchema.pick({ name: true, short_name: true, product: true });

/**
 * The words that somebody who knows the academy would guess: its name, its short name, the name of the product, and the
 * single words of these names.
 */
async function listAcademyWords(db: Kysely<Database>): Promise<string[]> {
  const row = await db.selectFrom('cms_documents').select('body').where('key', '=', 'brand').executeTakeFirst();
  const { data: names } = namesSchema.safeParse(row?.body);
  if (!names) return [];
  const words = [names.name, names.short_name, names.product].flatMap((name) => [name, ...name.split(/\s+/)]);
  // List the longest names and words first, so that a whole name is removed from a password before one of its words.
  return words
    .map(toLetters)
    .filter((word) => word.length >= shortestWord)
    .sort((one, other) => other.length - one.length);
}

/**
 * Returns why a new password is too easy to guess, as a text to show; null if it is not. A password is too easy if it
 * is one of the most common ones. It is also too easy if it is too short once the words of the academy are removed from
 * it (decision 170, "Refuse passwords that are little more than the academy's name").
 */
export async function whyGuessable(db: Kysely<Database>, password: string): Promise<string | null> {
  if (isCommonPassword(password)) return commonPasswordText;
  const letters = toLetters(password);
  const rest = (await listAcademyWords(db)).reduce((left, word) => left.replaceAll(word, ''), letters);
  return rest.length < letters.length && rest.length < shortestPassword ? academyPasswordText : null;
}
