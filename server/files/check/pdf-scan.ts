import type { ByteSpan } from './byte-span.ts';
import { PdfContext, PdfNesting } from './pdf-nesting.ts';
import { PdfTokens, type TokenListener } from './pdf-tokens.ts';

/** What a scan has found in a PDF. */
export class PdfFindings {
  isActive = false;
  /**
   * True if the PDF declares an action that runs when the PDF is opened. `pdf-open-action.ts` then checks this
   * action.
   */
  hasOpenAction = false;
  isEncrypted = false;
  hasRoot = false;
  hasPages = false;
  /**
   * True if something may be hidden in the PDF, for example in an object stream that cannot be decompressed and
   * scanned.
   */
  isOpaque = false;
  /**
   * Compressed object streams, which have to be scanned separately: from the offset after the keyword `stream` to the
   * offset after `endstream`.
   */
  readonly objectStreams: ByteSpan[] = [];
}

/**
 * Names that mean active content. They are too long to occur by chance in other data, so they are reported wherever
 * they appear in the file.
 */
const activeNames = new Set([
  'XFA',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'RichMedia',
  'Rendition',
  'ImportData',
  'GoToE',
]);
/** Names of PDF actions, such as `/Launch`. They are not reported as part of a URL in a text (`example.org/Launch`). */
const actionNames = new Set(['JavaScript', 'Launch', 'SubmitForm', 'GoToR', 'GoTo3DView', 'Movie', 'Sound']);
/**
 * Names that mean active content, but are so short that they occur by chance in image data. They are reported only
 * outside strings, comments and streams.
 */
const keyNames = new Set(['JS', 'EF', 'AA']);
const flate = ['FlateDecode', 'Fl'];
/**
 * Stream filters by which an object stream could be hidden from this scan. No real program uses them for object
 * streams.
 */
const hidingFilters = ['ASCIIHexDecode', 'AHx', 'ASCII85Decode', 'A85', 'LZWDecode', 'LZW', 'RunLengthDecode', 'RL'];
const hidingKeys = [...hidingFilters, 'Crypt', 'Predictor', 'FFilter', 'BrotliDecode'];
/** Entries of an object stream's dictionary that real programs write as references to other objects. */
const referenceKeys = new Set(['Length', 'Extends']);
const streamKeys = new Set(['ObjStm', 'First', 'N', 'Filter', ...flate, ...hidingKeys]);

/** Matches the keyword `obj`, which begins an object, also directly after a number. */
const objectStart = /^[\d.eE+-]*obj$/;
/** The characters that can end a word which lenient PDF programs accept as a number. */
const numberEnds = new Set(Buffer.from('0123456789.eE+-'));
const [percent, newLine, carriage] = ['%', '\n', '\r'].map((character) => character.charCodeAt(0));

/**
 * Looks everywhere in a PDF for names that mean active content. Strings, comments and streams are searched too, because
 * the cross-reference table may declare that an object begins inside one of these. Inside them, names that may occur by
 * chance are ignored.
 */
export class PdfScan implements TokenListener {
  readonly #findings: PdfFindings;
  readonly #isObjectStream: boolean;
  readonly #tokens = new PdfTokens(this);
  /**
   * Whether the scan is in a string, in a comment, in the contents of a stream or in none of these. A PDF reader may
   * start at any object, so this is what a reader would find that starts at the last `obj` or `endstream`.
   */
  readonly #context = new PdfContext();
  /**
   * The dictionaries and arrays that are open for a program that reads from the start of the file or, if an object
   * begins inside the contents of a stream, from the last such object.
   */
  #nesting = new PdfNesting();
  #previousName = '';
  #keys = new Set<string>();
  /** How often `FlateDecode` or `Fl` was read since `#keys` was last cleared. */
  #flateNames = 0;
  /**
   * True if the current object has a string, a comment or an unusual reference. In the dictionary of an object stream,
   * these could hide the filters; no real program writes them there.
   */
  #isUnusual = false;
  /**
   * True after a place where PDF programs may disagree on which object they read, such as the start of an object inside
   * a string or another object. From there on, the scan remembers all dictionary entries, and counts every object
   * stream as one that cannot be scanned.
   */
  #isUnclear = false;
  /**
   * True if the last word that was read may be a number. Words in a comment that follows a number do not change this.
   */
  #isAfterNumber = false;
  #isCommentAfterNumber = false;
  /** True if the word before the current one may be a number. */
  #wasAfterNumber = false;
  /**
   * True directly after an `obj` in a comment of the PDF. If more text follows on that line, PDF programs may disagree
   * on what they read (`#isUnclear`).
   */
  #isLineEndNext = false;
  /** True between the type of an object stream (`/ObjStm`) and its keyword `stream`. */
  #isBeforeStream = false;
  #objectStreamStart: number | null = null;

  /** `isObjectStream`: the bytes to scan are not a PDF file, but the decompressed contents of an object stream. */
  constructor(findings: PdfFindings, isObjectStream = false) {
    this.#findings = findings;
    this.#isObjectStream = isObjectStream;
  }

  write(chunk: Buffer, offset: number): void {
    this.#tokens.write(chunk, offset);
  }

  /** Ends the scan. If an object stream has no end, the PDF counts as one that cannot be scanned (`isOpaque`). */
  end(): void {
    this.#tokens.write(Buffer.from('\n'), 0);
    if (this.#objectStreamStart !== null) this.#findings.isOpaque = true;
  }

  name(name: string, isGlued: boolean): void {
    const findings = this.#findings;
    const isPlain = this.#context.current === 'plain';
    if (activeNames.has(name)) findings.isActive = true;
    if (actionNames.has(name) && (isPlain || !isGlued || this.#previousName === 'S')) findings.isActive = true;
    if (keyNames.has(name) && isPlain) findings.isActive = true;
    if (name === 'OpenAction') findings.hasOpenAction = true;
    if (name === 'Encrypt') findings.isEncrypted = true;
    if (name === 'Root') findings.hasRoot = true;
    if (name === 'Pages') findings.hasPages = true;
    if (streamKeys.has(name)) this.#keys.add(name);
    if (flate.includes(name)) this.#flateNames += 1;
    if (name === 'ObjStm' && isPlain) this.#isBeforeStream = true;
    this.#previousName = name;
    if (!this.#isCommentAfterNumber) this.#isAfterNumber = false;
    this.#requireLineEnd(false);
    this.#nesting.name();
  }

  value(last: number): void {
    this.#wasAfterNumber = this.#isAfterNumber;
    if (!this.#isCommentAfterNumber) this.#isAfterNumber = numberEnds.has(last);
    this.#requireLineEnd(false);
    this.#nesting.value();
  }

  word(word: string, end: number): void {
    if (this.#isObjectStream) return;
    if (word.endsWith('R')) {
      if (!referenceKeys.has(this.#previousName)) this.#isUnusual = true;
    } else if (word.endsWith('obj')) {
      // After an `obj` in the dictionary of an object stream, the scan may have forgotten the entries before it, such
      // as a filter. So the PDF counts as one that cannot be scanned.
      if (this.#isBeforeStream) this.#findings.isOpaque = true;
      this.#endBody(end);
      this.#beginObject(word);
    } else if (word.endsWith('endstream')) {
      this.#endBody(end);
      this.#nesting.endBody();
    } else if (word === 'stream') this.#beginBody(end);
  }

  delimiter(byte: number, offset: number): void {
    const wasPlain = this.#context.current === 'plain';
    this.#context.delimiter(byte, offset);
    if (wasPlain && this.#context.current !== 'plain') this.#isUnusual = true;
    if (this.#isObjectStream) return;
    if (byte === percent) this.#isCommentAfterNumber = this.#isAfterNumber;
    const isLineEnd = byte === newLine || byte === carriage;
    if (isLineEnd) this.#isCommentAfterNumber = false;
    this.#requireLineEnd(isLineEnd);
    this.#nesting.delimiter(byte, offset);
    if (this.#nesting.isTooDeep) this.#findings.isOpaque = true;
  }

  /**
   * Handles the keywords `obj` and `endobj`. Forgets the dictionary entries read so far, unless some PDF program might
   * take what follows as part of the same dictionary.
   */
  #beginObject(word: string): void {
    const isStart = objectStart.test(word) && (this.#wasAfterNumber || word !== 'obj');
    // A program may start to read at an object that begins inside the contents of a stream. No dictionary is open for
    // such a program, so forget those that are open here. Nothing is lost for a program that reads the whole stream: it
    // has read the stream's dictionary to its end.
    if (isStart && this.#nesting.isInBody) this.#nesting = new PdfNesting();
    else if (isStart && this.#nesting.isInTopComment) this.#isLineEndNext = true;
    else if (isStart && this.#nesting.isInside) this.#isUnclear = true;
    if (this.#nesting.isInside) this.#isUnusual = true;
    else if (!this.#isUnclear) {
      this.#keys.clear();
      this.#flateNames = 0;
      this.#isUnusual = false;
    }
  }

  /**
   * Marks the scan as unclear if an `obj` in a comment is followed by text on the same line. A program that begins to
   * read at this `obj` would read that text, but a program that skips the comment would not.
   */
  #requireLineEnd(isLineEnd: boolean): void {
    if (this.#isLineEndNext && !isLineEnd) this.#isUnclear = true;
    this.#isLineEndNext = false;
  }

  /**
   * Handles the keyword `stream`, even if a stream already seems to be open: the earlier `stream` may have been in a
   * comment or an array, where it opens nothing.
   */
  #beginBody(from: number): void {
    this.#isBeforeStream = false;
    if (this.#nesting.isInContainer) this.#isUnclear = true;
    this.#nesting.beginBody();
    if (this.#objectStreamStart !== null) this.#findings.isOpaque = true;
    const has = (key: string) => this.#keys.has(key);
    const isObjectStream = has('ObjStm') || (has('First') && has('N'));
    const isCompressed = flate.some(has);
    // An object stream is decompressed only once, so two Flate filters would hide its contents.
    const isHidden =
      hidingKeys.some(has) ||
      this.#isUnusual ||
      this.#isUnclear ||
      this.#flateNames > 1 ||
      (has('Filter') && !isCompressed);
    if (isObjectStream && isHidden) this.#findings.isOpaque = true;
    // Scan the contents of an uncompressed object stream like the rest of the file, not as a body: in a body, some
    // names are ignored.
    if (isObjectStream && !isCompressed) return;
    this.#context.current = 'body';
    if (isObjectStream) this.#objectStreamStart = from;
  }

  #endBody(to: number): void {
    if (this.#objectStreamStart !== null) this.#findings.objectStreams.push({ from: this.#objectStreamStart, to });
    this.#objectStreamStart = null;
    this.#context.current = 'plain';
  }
}
