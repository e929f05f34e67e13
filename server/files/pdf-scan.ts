import { PdfTokens, type TokenListener } from './pdf-tokens.ts';

/** Bytes of a packed object stream: from its first byte to the word that ends it. */
export type PackedRange = { from: number; to: number };

/** What a PDF was found to carry. */
export class PdfFindings {
  isActive = false;
  isEncrypted = false;
  hasRoot = false;
  hasPages = false;
  /** An object stream that is packed in a way that cannot be looked into. */
  isOpaque = false;
  readonly packed: PackedRange[] = [];
}

/** Active wherever they stand: no text has them by chance. */
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
/** Kinds of action that an address in a text may name too. */
const actionNames = new Set(['JavaScript', 'Launch']);
/** Short enough to occur in a picture by chance: active only in a dictionary. */
const keyNames = new Set(['JS', 'EF']);
const flate = ['FlateDecode', 'Fl'];
/** Filters, beside `Filter` itself without one, that hide an object stream from us; no program writes them there. */
const strangeFilters = ['ASCIIHexDecode', 'AHx', 'ASCII85Decode', 'A85', 'LZWDecode', 'LZW', 'RunLengthDecode', 'RL'];
const strange = [...strangeFilters, 'Crypt', 'Predictor', 'FFilter', 'BrotliDecode'];
const streamKeys = new Set(['ObjStm', 'First', 'N', 'Filter', ...flate, ...strange]);

const codeOf = (letter: string) => letter.charCodeAt(0);
const [open, close, percent, backslash, newLine, carriage] = ['(', ')', '%', '\\', '\n', '\r'].map(codeOf);

/**
 * Looks at every name of a PDF, whatever a reader would make of its place: a cross-reference may point into a string, a
 * comment or a stream. There only the ambiguous ones pass.
 */
export class PdfScan implements TokenListener {
  readonly #findings: PdfFindings;
  readonly #isPacked: boolean;
  readonly #tokens = new PdfTokens(this);
  #place: 'plain' | 'string' | 'comment' | 'body' = 'plain';
  #depth = 0;
  /** The sign at this place means nothing. */
  #escaped = -1;
  #before = '';
  #keys = new Set<string>();
  #packedFrom: number | null = null;

  /** `isPacked`: what is scanned is the inside of an object stream. */
  constructor(findings: PdfFindings, isPacked = false) {
    this.#findings = findings;
    this.#isPacked = isPacked;
  }

  write(chunk: Buffer, at: number): void {
    this.#tokens.write(chunk, at);
  }

  /** An object stream that never ended is none that can be looked into. */
  end(): void {
    this.#tokens.write(Buffer.from('\n'), 0);
    if (this.#packedFrom !== null) this.#findings.isOpaque = true;
  }

  name(name: string, isGlued: boolean): void {
    const findings = this.#findings;
    const isPlain = this.#place === 'plain';
    if (activeNames.has(name)) findings.isActive = true;
    if (actionNames.has(name) && (isPlain || !isGlued || this.#before === 'S')) findings.isActive = true;
    if (keyNames.has(name) && isPlain) findings.isActive = true;
    if (name === 'Encrypt') findings.isEncrypted = true;
    if (name === 'Root') findings.hasRoot = true;
    if (name === 'Pages') findings.hasPages = true;
    if (streamKeys.has(name)) this.#keys.add(name);
    this.#before = name;
  }

  word(word: string, end: number): void {
    if (this.#isPacked) return;
    if (word.endsWith('obj')) {
      this.#endBody(end);
      this.#place = 'plain';
      this.#keys.clear();
    } else if (word.endsWith('endstream')) {
      this.#endBody(end);
      this.#place = 'plain';
    } else if (word === 'stream' && this.#place !== 'body') this.#beginBody(end);
  }

  sign(byte: number, at: number): void {
    if (this.#place === 'plain') {
      if (byte === open) this.#place = 'string';
      if (byte === percent) this.#place = 'comment';
      this.#depth = 1;
    } else if (this.#place === 'comment') {
      if (byte === newLine || byte === carriage) this.#place = 'plain';
    } else if (this.#place === 'string' && at !== this.#escaped) {
      if (byte === backslash) this.#escaped = at + 1;
      if (byte === open) this.#depth += 1;
      if (byte === close) this.#depth -= 1;
      if (this.#depth === 0) this.#place = 'plain';
    }
  }

  #beginBody(from: number): void {
    const has = (key: string) => this.#keys.has(key);
    const isObjectStream = has('ObjStm') || (has('First') && has('N'));
    const isPacked = flate.some(has);
    if (isObjectStream && (strange.some(has) || (has('Filter') && !isPacked))) this.#findings.isOpaque = true;
    // One that is not packed is read on as the objects that it is.
    if (isObjectStream && !isPacked) return;
    this.#place = 'body';
    if (isObjectStream) this.#packedFrom = from;
  }

  #endBody(to: number): void {
    if (this.#packedFrom !== null) this.#findings.packed.push({ from: this.#packedFrom, to });
    this.#packedFrom = null;
  }
}
