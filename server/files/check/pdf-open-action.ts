import type { FileHandle } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { createInflate } from 'node:zlib';
import type { ByteSpan } from './pdf-scan.ts';

/** How many characters of an object are read. An action that jumps to a page takes about a hundred. */
const maxObjectLength = 1000;
/** The dictionary of an object stream begins at most this many bytes before the stream's data. */
const maxDictionaryLength = 1000;
/** Largest object streams that are searched, in decompressed bytes. Those of real documents are far smaller. */
const maxInflatedBytes = 16 * 1024 * 1024;

/**
 * True for an action that only jumps to a page of the document: of the type GoTo, and not followed by another action.
 * False also for a dictionary with a comment, an escaped name or another dictionary in it, because an action could hide there.
 */
function isJump(text: string): boolean {
  const withoutStrings = text.slice(2).replace(/\((?:[^()\\]|\\.)*\)/gs, '()');
  const dictionary = withoutStrings.slice(0, withoutStrings.indexOf('>>'));
  const types = [...dictionary.matchAll(/\/S\s*\/([^\s/<>[\]()]+)/g)].map(([, type]) => type);
  return types.length === 1 && types[0] === 'GoTo' && !/\/Next|<<|%|#/.test(dictionary);
}

/** A PDF as text, and the contents of its object streams. */
type PdfText = { file: string; streams: Array<{ text: string; first: number }> };

/** Everything that the file declares to be object `number`. An updated file may declare it several times. */
function findObjects({ file, streams }: PdfText, number: number, generation: number): string[] {
  const inFile = file.matchAll(new RegExp(`(?<!\\d)0*${number}\\s+0*${generation}\\s+obj`, 'g'));
  const found = [...inFile].map(({ index, 0: head }) => file.substring(index + head.length).slice(0, maxObjectLength));
  for (const { text, first } of streams) {
    // An object stream begins with pairs of numbers: the number of an object, and its offset after all the pairs.
    const pairs = text.slice(0, first).matchAll(/(\d+)\s+(\d+)/g);
    for (const [, object, offset] of pairs)
      if (Number(object) === number) found.push(text.substring(first + Number(offset)).slice(0, maxObjectLength));
  }
  return found;
}

/** True if the value of `/OpenAction` does nothing but show a page: a destination, or an action that jumps to one. */
function isHarmless(value: string, pdf: PdfText, isReferenced = false): boolean {
  const text = value.trimStart();
  if (text.startsWith('<<')) return isJump(text);
  if (/^(\[|\(|\/|<|null\b)/.test(text)) return true;
  const reference = isReferenced ? null : /^(\d{1,10})\s+(\d{1,5})\s+R(?![A-Za-z])/.exec(text);
  if (!reference) return false;
  const objects = findObjects(pdf, Number(reference[1]), Number(reference[2]));
  return objects.length > 0 && objects.every((object) => isHarmless(object, pdf, true));
}

async function inflateStream(handle: FileHandle, file: string, { from, to }: ByteSpan) {
  const keyword = file.slice(from, from + 2);
  const skipped = keyword === '\r\n' ? 2 : 1;
  const source = handle.createReadStream({ start: from + skipped, end: to - 1, autoClose: false });
  const text = (await buffer(source.pipe(createInflate()))).toString('latin1');
  const dictionary = file.slice(Math.max(0, from - maxDictionaryLength), from);
  const first = Number(/.*\/First\s+(\d{1,10})/s.exec(dictionary)?.[1] ?? 0);
  return { text, first };
}

/**
 * True if the PDF, which contains the name `/OpenAction`, may do more than show one of its pages when it is opened.
 * Reads the whole file, unlike the scan, because the action may be anywhere in it.
 */
export async function actsOnOpening(handle: FileHandle, streams: ByteSpan[], inflatedBytes: number): Promise<boolean> {
  if (inflatedBytes > maxInflatedBytes) return true;
  const file = (await buffer(handle.createReadStream({ start: 0, autoClose: false }))).toString('latin1');
  const pdf: PdfText = { file, streams: [] };
  for (const stream of streams) pdf.streams.push(await inflateStream(handle, file, stream));
  const texts = [file, ...pdf.streams.map(({ text }) => text)];
  const values = texts.flatMap((text) =>
    // The name may be written with escapes, such as `/Open#41ction`.
    [...text.matchAll(/\/[^\s/<>[\]()%{}]{10,40}/g)]
      .filter(([name]) => decodeEscapes(name) === '/OpenAction')
      .map(({ index, 0: name }) => text.substring(index + name.length).slice(0, maxObjectLength)),
  );
  return values.length === 0 || !values.every((value) => isHarmless(value, pdf));
}

const decodeEscapes = (name: string) =>
  name.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
