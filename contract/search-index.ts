/** The kinds of things that a search can find. */
export const searchKinds = ['course', 'package', 'page', 'post'] as const;

/** A found course, package, page or post. `url`: its path on this site. */
export type SearchResult = { kind: (typeof searchKinds)[number]; title: string; subtitle: string; url: string };

/**
 * An entry of the search index. `codes`: the entry's code and abbreviations; a search for one of them lists the entry
 * first. `text`: further words by which the entry is found.
 */
export type SearchEntry = { result: SearchResult; codes: readonly string[]; text: string };

/** A search with fewer letters and digits than this finds nothing. */
const minSearchLetters = 2;

/** Whether a search has too few letters and digits to find anything. */
export function isTooShort(query: string): boolean {
  return normalise(query).replaceAll(' ', '').length < minSearchLetters;
}

/** Maximum number of words of a search. Further words are ignored. */
const maxWords = 8;
/** A misspelled word is replaced by at most this many words that are equally similar. */
const maxSpellings = 5;

/**
 * Converts a text for the search: lower case without accents, one space before each word, no commas in numbers. A
 * search word has this space too, so it is found only at the beginning of a word: `5` does not find 4500.
 */
export function normalise(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return ` ${plain
    .replace(/(?<=\d),(?=\d)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`;
}

/** The words of a text that was normalised for the search, each with its leading space. */
function wordsOf(normalised: string): string[] {
  return normalised.match(/ [^ ]+/g) ?? [];
}

/**
 * How many typing errors a typed word may have. Short words, and words with digits, may have none, because they are
 * often codes.
 */
function toleratedErrors(word: string): number {
  const letters = word.length - 1;
  if (letters < 4 || /\p{N}/u.test(word)) return 0;
  return letters < 8 ? 1 : 2;
}

/**
 * The number of typing errors (a letter too many, missing, wrong, or swapped with the next one) that turn the beginning
 * of `word` into `typed`. Returns `most + 1` if there are more than `most`.
 */
function countErrors(typed: string, word: string, most: number): number {
  const length = Math.min(word.length, typed.length + most);
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: length + 1 }, (_, column) => column)];
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= length; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      const isSwapped =
        row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (Math.min(...current) > most) return most + 1;
    [beforeLast, last] = [last, current];
  }
  return Math.min(...last);
}

/**
 * Whether two words are similar enough at the beginning to be compared in full: the first letter of one is among the
 * first two letters of the other. This test is fast, and most typing errors come later in a word.
 */
function beginsAlike(typed: string, word: string): boolean {
  return typed[1] === word[1] || typed[1] === word[2] || typed[2] === word[1];
}

/**
 * An entry as the index stores it. `head`: its title and codes, normalised. `codes`: its codes and the abbreviations in
 * its title, each normalised.
 */
type Row = { result: SearchResult; head: string; codes: string[] };

/** Abbreviations in brackets in a title, as in `Personal Survival Techniques (PST)`. */
function bracketed(title: string): string[] {
  return [...title.matchAll(/\(([^)]+)\)/g)].flatMap(([, inside = '']) => inside.split(','));
}

function toRow({ result, codes }: SearchEntry): Row {
  const head = normalise([result.title, ...codes].join(' '));
  return { result, head, codes: [...codes, ...bracketed(result.title)].map(normalise) };
}

/**
 * The key by which the words of the index are grouped: the leading space and the first two letters of a normalised
 * word.
 */
const startOf = (word: string) => word.slice(0, 3);

/**
 * How well an entry matches a search. 0: the search is one of the entry's codes. 1: the entry's title begins with the
 * search. 2: its title and codes contain all words of the search. 3: some words are only in its other text.
 */
function qualityOf({ head, codes }: Row, spellings: readonly string[][], phrase: string): number {
  if (codes.includes(phrase)) return 0;
  if (head.startsWith(phrase)) return 1;
  return spellings.every((same) => same.some((word) => head.includes(word))) ? 2 : 3;
}

/**
 * Finds entries by the words that somebody types (decision 132, "Rank searches in memory"). It needs no database, so
 * that a device can search what it has saved for offline use.
 */
export class SearchIndex {
  readonly #rows: Row[] = [];
  /** For each word, the indexes in `#rows` of the entries that contain it. */
  readonly #places = new Map<string, number[]>();
  /** Words grouped by their first letters (`startOf`). */
  readonly #wordsByStart = new Map<string, string[]>();

  /** Adds entries. Equally good matches are listed in the order in which they were added. */
  add(entries: readonly SearchEntry[]): void {
    for (const entry of entries) {
      const row = toRow(entry);
      const place = this.#rows.push(row) - 1;
      for (const word of new Set(wordsOf(row.head + normalise(entry.text)))) this.#addWord(word, place);
    }
  }

  #addWord(word: string, place: number): void {
    const places = this.#places.get(word);
    if (places) {
      places.push(place);
      return;
    }
    this.#places.set(word, [place]);
    const alike = this.#wordsByStart.get(startOf(word));
    if (alike) alike.push(word);
    else this.#wordsByStart.set(startOf(word), [word]);
  }

  /** Finds the entries that contain the most search words, and returns the best matches among them, at most `limit`. */
  find(query: string, limit: number): SearchResult[] {
    const typed = wordsOf(normalise(query)).slice(0, maxWords);
    if (isTooShort(query)) return [];
    const spellings = typed.map((word) => this.#spellings(word));
    const counts = this.#countMatches(spellings);
    const most = counts.reduce((highest, count) => Math.max(highest, count), 0);
    // Find nothing if no entry contains at least half of the search words.
    if (most === 0 || typed.length - most > Math.floor(typed.length / 2)) return [];
    const phrase = spellings.map(([first]) => first ?? '').join('');
    const found: SearchResult[][] = [[], [], [], []];
    for (let place = counts.indexOf(most); place !== -1; place = counts.indexOf(most, place + 1)) {
      const row = this.#rows[place];
      const same = row && found[qualityOf(row, spellings, phrase)];
      if (same && same.length < limit) same.push(row.result);
    }
    return found.flat().slice(0, limit);
  }

  /**
   * For each entry, how many of the search words it contains. `spellings`: for each search word, its possible
   * spellings.
   */
  #countMatches(spellings: readonly string[][]): Uint8Array {
    const counts = new Uint8Array(this.#rows.length);
    // For each entry, the number (from 1) of the last search word that was counted. It prevents counting a word twice
    // if the entry contains several of its spellings.
    const counted = new Uint8Array(this.#rows.length);
    for (const [index, same] of spellings.entries())
      for (const spelling of same)
        for (const word of this.#wordsWith(spelling))
          for (const place of this.#places.get(word) ?? []) {
            if (counted[place] === index + 1) continue;
            counted[place] = index + 1;
            counts[place] = (counts[place] ?? 0) + 1;
          }
    return counts;
  }

  /** The words in the index that begin with the typed word. */
  #wordsWith(typed: string): string[] {
    const start = startOf(typed);
    if (start.length < 3)
      return [...this.#wordsByStart].flatMap(([key, words]) => (key.startsWith(typed) ? words : []));
    return (this.#wordsByStart.get(start) ?? []).filter((word) => word.startsWith(typed));
  }

  /**
   * The spellings to search for: the typed word itself, if a word in the index begins with it; otherwise the words in
   * the index that are most similar to it.
   */
  #spellings(typed: string): string[] {
    if (this.#wordsWith(typed).length > 0) return [typed];
    let fewest = toleratedErrors(typed);
    let similar: string[] = [];
    if (fewest === 0) return similar;
    for (const word of this.#places.keys()) {
      if (!beginsAlike(typed, word)) continue;
      const errors = countErrors(typed, word, fewest);
      if (errors > fewest) continue;
      if (errors < fewest) similar = [];
      fewest = errors;
      similar.push(word);
    }
    return similar.slice(0, maxSpellings);
  }
}
