import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { inFont } from './receipt-text.ts';

// Static weights of the site's font: it is embedded as it is, and has the rupee sign that a PDF's own fonts lack.
const regular = readFileSync(new URL('./fonts/landfall-sans-regular.ttf', import.meta.url));
const semibold = readFileSync(new URL('./fonts/landfall-sans-semibold.ttf', import.meta.url));

const margin = 56;
const footing = 24;
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
    return this.#styled(look).heightOfString(inFont(text), { width });
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
    this.#styled(look).text(inFont(text), margin + at, this.#y, { width, align: look.align ?? 'left' });
    return height;
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

  #styled({ size = 10, isBold = false, isSoft = false }: Look): PDFKit.PDFDocument {
    return this.#document
      .font(isBold ? 'semibold' : 'regular')
      .fontSize(size)
      .fillColor(isSoft ? '#43566b' : ink);
  }
}
