import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { breakLines } from './receipt-lines.ts';
import { type MeasuredRun, measureRun } from './receipt-run.ts';
import { fontFile, isPlain, type TextRun } from './receipt-scripts.ts';
import { inFont } from './receipt-text.ts';

// Static weights of the site's font: it is embedded as it is, and has the rupee sign that a PDF's own fonts lack.
const regular = readFileSync(new URL('./fonts/landfall-sans-regular.ttf', import.meta.url));
const semibold = readFileSync(new URL('./fonts/landfall-sans-semibold.ttf', import.meta.url));

/** Fonts of other scripts, read when a name first needs them. */
const others = new Map<string, Buffer>();
function readOther(file: string): Buffer {
  const known = others.get(file) ?? readFileSync(new URL(import.meta.resolve(file)));
  others.set(file, known);
  return known;
}

/** Of a line with other scripts, in font sizes: where its letters stand, as the site's own do, and how high it is. */
const mixed = { ascent: 1.025, height: 1.5 } as const;

const margin = 56;
const footing = 24;
const usualSize = 10;
const ink = '#0f2742';

export type Look = { size?: number; isBold?: boolean; isSoft?: boolean; align?: 'left' | 'right' };
/** Where a text stands: points from the left margin, and its width; up to the right margin without one. */
export type Place = { at?: number; width?: number };

export type SheetOptions = { title: string; createdAt: Date; isCompressed: boolean };

/** A4 pages that are written from top to bottom, in points; texts wrap, and what does not fit goes to the next page. */
export class ReceiptSheet {
  readonly width: number;
  readonly #document: PDFKit.PDFDocument;
  #y = margin;

  constructor({ title, createdAt, isCompressed }: SheetOptions) {
    this.#document = new PDFDocument({
      size: 'A4',
      margin,
      bufferPages: true,
      compress: isCompressed,
      lang: 'en-IN',
      displayTitle: true,
      info: { Title: title, CreationDate: createdAt },
    });
    this.#document.registerFont('regular', regular).registerFont('semibold', semibold);
    this.width = this.#document.page.width - 2 * margin;
  }

  /** Where the next row begins, from the page's top. */
  get y(): number {
    return this.#y;
  }

  /** Height of a text in its place. */
  heightOf(text: string, look: Look, { at = 0, width = this.width - at }: Place = {}): number {
    if (isPlain(text)) return this.#styled(look).heightOfString(inFont(text), { width });
    return this.#breakLines(text, look, width).length * this.#lineHeight(look);
  }

  /** Begins a new page where `height` does not fit below; answers whether it did. */
  need(height: number): boolean {
    if (this.#y + height <= this.#document.page.height - margin - footing) return false;
    this.#document.addPage();
    this.#y = margin;
    return true;
  }

  /** Writes at the present row, which does not move; answers the height. */
  put(text: string, look: Look = {}, { at = 0, width = this.width - at }: Place = {}): number {
    const height = this.heightOf(text, look, { at, width });
    const align = look.align ?? 'left';
    if (isPlain(text)) this.#styled(look).text(inFont(text), margin + at, this.#y, { width, align });
    else
      for (const [place, line] of this.#breakLines(text, look, width).entries()) this.#drawLine(line, look, at, place);
    return height;
  }

  #lineHeight({ size = usualSize }: Look): number {
    return size * mixed.height;
  }

  #breakLines(text: string, look: Look, width: number): TextRun[][] {
    return breakLines(text, (run) => this.#measure(run, look).width, width);
  }

  /** A line of several scripts, from the left; each run stands on the same base line. */
  #drawLine(line: readonly TextRun[], look: Look, at: number, place: number): void {
    const y = this.#y + place * this.#lineHeight(look) + (look.size ?? usualSize) * mixed.ascent;
    let x = margin + at;
    for (const run of line) {
      const { width, options } = this.#measure(run, look);
      this.#inScript(run, look).text(run.text, x, y, { ...options(), lineBreak: false, baseline: 'alphabetic' });
      x += width;
    }
  }

  #measure(run: TextRun, look: Look): MeasuredRun {
    return measureRun(this.#inScript(run, look), run.text);
  }

  #inScript({ script }: TextRun, look: Look): PDFKit.PDFDocument {
    const styled = this.#styled(look);
    if (!script) return styled;
    const file = fontFile(script, look.isBold ?? false);
    return styled.registerFont(file, readOther(file)).font(file);
  }

  /** Writes a paragraph in a row of its own. */
  write(text: string, look: Look = {}, place: Place = {}): void {
    this.need(this.heightOf(text, look, place));
    this.skip(this.put(text, look, place));
  }

  skip(height: number): void {
    this.#y += height;
  }

  /** Goes back up to a row of the same page, for a second column. */
  returnTo(y: number): void {
    this.#y = y;
  }

  rule(thickness = 0.75): void {
    const y = this.#y;
    this.#document
      .moveTo(margin, y)
      .lineTo(margin + this.width, y)
      .lineWidth(thickness)
      .strokeColor(ink)
      .stroke();
    this.skip(8);
  }

  /** Numbers the pages, each with `label` before, and answers the file. */
  async finish(label: string): Promise<Uint8Array<ArrayBuffer>> {
    const { count } = this.#document.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      const { margins, height } = this.#document.switchToPage(page);
      margins.bottom = 0;
      this.#y = height - margin;
      this.put(`${label} · Page ${page + 1} of ${count}`, { size: 8.5, isSoft: true });
    }
    const chunks: Buffer[] = [];
    this.#document.on('data', (chunk: Buffer) => chunks.push(chunk));
    const isDone = new Promise<void>((resolve, reject) => {
      this.#document.once('end', resolve).once('error', reject);
    });
    this.#document.end();
    await isDone;
    return new Uint8Array(Buffer.concat(chunks));
  }

  #styled({ size = usualSize, isBold = false, isSoft = false }: Look): PDFKit.PDFDocument {
    return this.#document
      .font(isBold ? 'semibold' : 'regular')
      .fontSize(size)
      .fillColor(isSoft ? '#43566b' : ink);
  }
}
