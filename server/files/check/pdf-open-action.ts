import type { FileHandle } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { createInflate } from 'node:zlib';
import type { ByteSpan } from './pdf-scan.ts';

/** How many characters after an object's header are read. An action that jumps to a page takes about a hundred. */
const maxObjectLength = 1000;
/** How many bytes before the data of an object stream are searched for the stream's dictionary. */
const maxDictionaryLength = 1000;
/**
 * If all object streams together are larger than this when decompressed, in bytes, they are not searched, and the PDF
 * is rejected. Those of real documents are far smaller.
 */
const maxInflatedBytes = 16 * 1024 * 1024;

/**
 * True for an action that only jumps to a page of the document: it has the type GoTo and is not followed by another
 * action. False for a dictionary with a comment, an escaped name or a nested dictionary, because another action could
 * be hidden there.
 */
function isJump(text: string): boolean {
  const withoutStrings = text.slice(2).replace(/\((?:[^()\\]|\\.)*\)/gs, '()');
  const dictionary = withoutStrings.slice(0, withoutStrings.indexOf('>>'));
  const types = [...dictionary.matchAll(/\/S\s*\/([^\s/<>[\]()]+)/g)].map(([, type]) => type);
  return types.length === 1 && types[0] === 'GoTo' && !/\/Next|<<|%|#/.test(dictionary);
}

/** A PDF as text, and its decompressed object streams. `first`: the offset of the first object in a stream. */
type PdfText = { file: string; streams: Array<{ text: string; first: number }> };

/** All definitions of object `number` in the file. A PDF that was updated may define an object several times. */
function findObjects({ file, streams }: PdfText, number: number, generation: number): string[] {
  const inFile = file.matchAll(new RegExp(`(?<!\\d)0*${number}\\s+0*${generation}\\s+obj`, 'g'));
  const found = [...inFile].map(({ index, 0: head }) => file.substring(index + head.length).slice(0, maxObjectLength));
  for (const { text, first } of streams) {
    // An object stream begins with pairs of numbers: an object's number, and the object's offset from the first object
    // (`first`).
    const pairs = text.slice(0, first).matchAll(/(\d+)\s+(\d+)/g);
    for (const [, object, offset] of pairs)
      if (Number(object) === number) found.push(text.substring(first + Number(offset)).slice(0, maxObjectLength));
  }
  return found;
}

/**
 * True if the value of `/OpenAction` only shows a page. It is then a destination, or an action that jumps to one, or
 * a reference to either.
 */
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
 * True if opening the PDF, which contains the name `/OpenAction`, may do more than show one of its pages. Unlike the
 * scan (`pdf-scan.ts`), this reads the whole file into memory, because the action may be anywhere in it.
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
