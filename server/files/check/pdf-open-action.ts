import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createInflate } from 'node:zlib';
import { type ByteSpan, readSpan } from './byte-span.ts';

/** How many characters after an object's header are read. An action that jumps to a page takes about a hundred. */
const maxObjectLength = 1000;
/** The dictionary of an object stream is searched for in this many bytes before the stream's data. */
const maxDictionaryLength = 1000;
/**
 * The maximum size of all object streams together when decompressed, in bytes. A PDF with more is rejected. Real
 * documents have far less.
 */
const maxInflatedBytes = 16 * 1024 * 1024;
/**
 * Maximum number of values of `/OpenAction`, and of definitions of the objects to which these values refer. A PDF that
 * was updated has several of both. A PDF with more is rejected.
 */
const maxFound = 100;
/** If the values of `/OpenAction` refer to more objects than this, the PDF is rejected. */
const maxReferences = 10;
/** If the lists of objects in all object streams together are longer than this, in bytes, the PDF is rejected. */
const maxListBytes = 2 * 1024 * 1024;

/** The name `/OpenAction`. Each of its letters may be written with an escape, such as `/Open#41ction`. */
const openAction = new RegExp(
  `/${[...'OpenAction'].map((letter) => `(?:${letter}|#${hexPattern(letter)})`).join('')}(?=[\\s\\0/<>[\\]()%{}]|$)`,
  'g',
);
const reference = /^\s*(\d{1,10})\s+\d{1,5}\s+R(?![A-Za-z])/;

/** Returns a pattern for the character code of a letter: two hexadecimal digits, in upper or lower case. */
function hexPattern(letter: string): string {
  return letter
    .charCodeAt(0)
    .toString(16)
    .replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** Thrown for a PDF that is written so unusually that checking its action on opening would take too much work. */
class Uncheckable extends Error {}

/**
 * True for an action that only jumps to a page of the document: its type is GoTo, and no other action follows it
 * (`/Next`). False for a dictionary with a comment, an escaped name or a nested dictionary, which could hide another
 * action.
 */
function isJump(text: string): boolean {
  const withoutStrings = text.slice(2).replace(/\((?:[^()\\]|\\.)*\)/gs, '()');
  const dictionary = withoutStrings.slice(0, withoutStrings.indexOf('>>'));
  const types = [...dictionary.matchAll(/\/S\s*\/([^\s/<>[\]()]+)/g)].map(([, type]) => type);
  return types.length === 1 && types[0] === 'GoTo' && !/\/Next|<<|%|#/.test(dictionary);
}

/** A decompressed object stream. `first`: the offset of the first object in `text`. */
type ObjectStream = { text: string; first: number };

const cut = (text: string, from: number) => text.substring(from).slice(0, maxObjectLength);

/** Collects all texts that `found` yields. @throws Uncheckable if there are too many */
function takeAll(found: Iterable<string>): string[] {
  const texts: string[] = [];
  for (const text of found) if (texts.push(text) > maxFound) throw new Uncheckable();
  return texts;
}

/**
 * Yields the value of each `/OpenAction` entry of a PDF. The entry defines what a viewer does when it opens the PDF.
 */
function* findValues(texts: readonly string[]): Generator<string> {
  for (const text of texts)
    for (const { index, 0: name } of text.matchAll(openAction)) yield cut(text, index + name.length);
}

/**
 * Yields the objects of an object stream whose numbers are keys of `wanted`, and sets the values of these keys to true.
 * The stream begins with a list of pairs: the number of an object, and its offset from the first object.
 * @throws Uncheckable if the list contains anything else
 */
function* findInStream({ text, first }: ObjectStream, wanted: Map<number, boolean>): Generator<string> {
  const list = text.slice(0, first);
  // The flag `y` finds each pair of numbers only directly after the previous pair, so nothing is searched twice.
  const pair = /[\s\0]*(\d{1,10})[\s\0]+(\d{1,10})(?!\d)/y;
  let end = 0;
  for (let found = pair.exec(list); found; found = pair.exec(list)) {
    end = pair.lastIndex;
    const number = Number(found[1]);
    if (!wanted.has(number)) continue;
    wanted.set(number, true);
    yield cut(text, first + Number(found[2]));
  }
  if (/[^\s\0]/.test(list.slice(end))) throw new Uncheckable();
}

/**
 * Finds all definitions of the objects whose numbers are keys of `wanted`, and sets the value of each found number in
 * `wanted` to true. A PDF that was updated may define an object several times.
 */
function* findObjects(file: string, streams: readonly ObjectStream[], wanted: Map<number, boolean>): Generator<string> {
  const heads = new RegExp(`(?<!\\d)0*(${[...wanted.keys()].join('|')})[\\s\\0]+\\d{1,10}[\\s\\0]+obj`, 'g');
  for (const { index, 0: head, 1: number } of file.matchAll(heads)) {
    wanted.set(Number(number), true);
    yield cut(file, index + head.length);
  }
  if (streams.reduce((sum, { first }) => sum + first, 0) > maxListBytes) throw new Uncheckable();
  for (const stream of streams) yield* findInStream(stream, wanted);
}

/** True if a value of `/OpenAction` is a destination (a place in the PDF) or an action that only jumps to a page. */
function isHarmless(value: string): boolean {
  const text = value.trimStart();
  return text.startsWith('<<') ? isJump(text) : /^(\[|\(|\/|<|null\b)/.test(text);
}

/**
 * True if every value of `/OpenAction`, or the object to which it refers, is harmless. Each object is searched for only
 * once, however often the PDF refers to it.
 * @throws Uncheckable if there are too many values or objects
 */
function showsOnlyPages(file: string, streams: readonly ObjectStream[]): boolean {
  const values = takeAll(findValues([file, ...streams.map(({ text }) => text)]));
  const wanted = new Map<number, boolean>();
  for (const value of values) {
    const number = reference.exec(value)?.[1];
    if (number !== undefined) wanted.set(Number(number), false);
    else if (!isHarmless(value)) return false;
  }
  if (wanted.size > maxReferences) throw new Uncheckable();
  if (wanted.size === 0) return values.length > 0;
  const objects = takeAll(findObjects(file, streams, wanted));
  return [...wanted.values()].every((isFound) => isFound) && objects.every(isHarmless);
}

async function inflateStream(handle: FileHandle, file: string, { from, to }: ByteSpan) {
  const keyword = file.slice(from, from + 2);
  const skipped = keyword === '\r\n' ? 2 : 1;
  const source = readSpan(handle, { from: from + skipped, to });
  const text = (await buffer(Readable.from(source).pipe(createInflate()))).toString('latin1');
  const dictionary = file.slice(Math.max(0, from - maxDictionaryLength), from);
  const first = Number(/^.*\/First\s+(\d{1,10})/s.exec(dictionary)?.[1] ?? 0);
  return { text, first };
}

/**
 * True if opening the PDF, which contains the name `/OpenAction`, may do more than show one of its pages. Unlike the
 * scan (`pdf-scan.ts`), this reads the whole file into memory, because the action may be anywhere in it.
 */
export async function actsOnOpening(handle: FileHandle, streams: ByteSpan[], inflatedBytes: number): Promise<boolean> {
  if (inflatedBytes > maxInflatedBytes) return true;
  const file = (await buffer(readSpan(handle, { from: 0, to: (await handle.stat()).size }))).toString('latin1');
  const inflated: ObjectStream[] = [];
  for (const stream of streams) inflated.push(await inflateStream(handle, file, stream));
  try {
    return !showsOnlyPages(file, inflated);
  } catch (error) {
    if (error instanceof Uncheckable) return true;
    throw error;
  }
}
