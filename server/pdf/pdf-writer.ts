import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { breakLines } from './break-lines.ts';
import { toSiteFont } from './pdf-text.ts';
import { fontFile, needsOnlySiteFont, type TextRun } from './script-fonts.ts';

// The font Landfall Sans as static files, because pdfkit cannot use variable fonts. PDF's standard fonts lack the rupee
// sign.
const regular = readFileSync(new URL('./fonts/landfall-sans-regular.ttf', import.meta.url));
const semibold = readFileSync(new URL('./fonts/landfall-sans-semibold.ttf', import.meta.url));

/** The Noto fonts that have been read so far. A font is read when a text needs it for the first time. */
const notoFonts = new Map<string, Buffer>();
function readNotoFont(file: string): Buffer {
  const font = notoFonts.get(file) ?? readFileSync(new URL(import.meta.resolve(file)));
  notoFonts.set(file, font);
  return font;
}

/**
 * Metrics of a line of text that is drawn in several fonts, as multiples of the font size. `ascent` puts the baseline
 * where it would be with Landfall Sans alone.
 */
const mixedLine = { ascent: 1.025, height: 1.5 } as const;

const margin = 56;
const footerHeight = 24;
const defaultSize = 10;
const ink = '#0f2742';

type TextStyle = { size?: number; isBold?: boolean; isMuted?: boolean; align?: 'left' | 'right' };
/**
 * Where a text is drawn: its distance from the left margin, and its width, in points. By default, the width reaches
 * to the right margin.
 */
type Column = { left?: number; width?: number };

/**
 * The width of a text in points, and the pdfkit options to draw it with. pdfkit modifies the options, so each call of
 * `options` returns new ones.
 */
type MeasuredRun = { width: number; options: () => PDFKit.Mixins.TextOptions };

const markPositioning = ['mark', 'mkmk', 'abvm', 'blwm'];
/**
 * Options that turn off the font's rules for placing combining marks, such as accents. pdfkit accepts an object for
 * `features`, although its types require a list.
 */
const withoutMarkPositioning = () =>
  ({ features: Object.fromEntries(markPositioning.map((name) => [name, false])) }) as object;

/**
 * Measures a text in the document's current font. The library fontkit 2.0 throws on combining marks without an anchor,
 * which the Gurmukhi, Gujarati and Malayalam fonts contain. If it throws, the text is measured, and later drawn,
 * without the font's rules for placing combining marks.
 */
function measureRun(document: PDFKit.PDFDocument, text: string): MeasuredRun {
  try {
    return { width: document.widthOfString(text), options: () => ({}) };
  } catch {
    return { width: document.widthOfString(text, withoutMarkPositioning()), options: withoutMarkPositioning };
  }
}

type SquarePattern = { count: number; size: number; isFilled: (row: number, column: number) => boolean };

type PdfOptions = { title: string; createdAt: Date; isCompressed: boolean; isLandscape?: boolean };

/**
 * Writes text on A4 pages from top to bottom; all sizes are in points. Text written by `write` wraps at the right
 * margin and continues on the next page.
 */
export class PdfWriter {
  readonly width: number;
  readonly #document: PDFKit.PDFDocument;
  #y = margin;

  constructor({ title, createdAt, isCompressed, isLandscape = false }: PdfOptions) {
    this.#document = new PDFDocument({
      size: 'A4',
      layout: isLandscape ? 'landscape' : 'portrait',
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

  /** The distance of the current position from the top of the page, in points. */
  get y(): number {
    return this.#y;
  }

  /** Returns the height that a text takes when it is drawn. */
  heightOf(text: string, style: TextStyle, { left = 0, width = this.width - left }: Column = {}): number {
    if (needsOnlySiteFont(text)) return this.#styled(style).heightOfString(toSiteFont(text), { width });
    return this.#breakLines(text, style, width).length * this.#lineHeight(style);
  }

  /**
   * Starts a new page if something of this height does not fit on the current one. Returns whether a new page was
   * started.
   */
  ensureSpace(height: number): boolean {
    if (this.#y + height <= this.#document.page.height - margin - footerHeight) return false;
    this.startPage();
    return true;
  }

  startPage(): void {
    this.#document.addPage();
    this.#y = margin;
  }

  /** Draws a text at the current position, which stays the same. Returns the height of the text. */
  draw(text: string, style: TextStyle = {}, { left = 0, width = this.width - left }: Column = {}): number {
    const height = this.heightOf(text, style, { left, width });
    const align = style.align ?? 'left';
    if (needsOnlySiteFont(text)) this.#styled(style).text(toSiteFont(text), margin + left, this.#y, { width, align });
    else
      for (const [index, line] of this.#breakLines(text, style, width).entries())
        this.#drawLine(line, style, left, index);
    return height;
  }

  #lineHeight({ size = defaultSize }: TextStyle): number {
    return size * mixedLine.height;
  }

  #breakLines(text: string, style: TextStyle, width: number): TextRun[][] {
    return breakLines(text, (run) => this.#measure(run, style).width, width);
  }

  /** Draws one line of text in several fonts, left-aligned and with one baseline for all of them. */
  #drawLine(line: readonly TextRun[], style: TextStyle, left: number, index: number): void {
    const y = this.#y + index * this.#lineHeight(style) + (style.size ?? defaultSize) * mixedLine.ascent;
    let x = margin + left;
    for (const run of line) {
      const { width, options } = this.#measure(run, style);
      this.#inScript(run, style).text(run.text, x, y, { ...options(), lineBreak: false, baseline: 'alphabetic' });
      x += width;
    }
  }

  #measure(run: TextRun, style: TextStyle): MeasuredRun {
    return measureRun(this.#inScript(run, style), run.text);
  }

  #inScript({ script }: TextRun, style: TextStyle): PDFKit.PDFDocument {
    const styled = this.#styled(style);
    if (!script) return styled;
    const file = fontFile(script, style.isBold ?? false);
    return styled.registerFont(file, readNotoFont(file)).font(file);
  }

  /** Writes a paragraph at the current position, and moves the current position below the paragraph. */
  write(text: string, style: TextStyle = {}, column: Column = {}): void {
    this.ensureSpace(this.heightOf(text, style, column));
    this.skip(this.draw(text, style, column));
  }

  skip(height: number): void {
    this.#y += height;
  }

  /** Moves the current position back up to `y` on the same page, so that a second column can be written. */
  returnTo(y: number): void {
    this.#y = y;
  }

  drawRule(thickness = 0.75): void {
    const y = this.#y;
    this.#document
      .moveTo(margin, y)
      .lineTo(margin + this.width, y)
      .lineWidth(thickness)
      .strokeColor(ink)
      .stroke();
    this.skip(8);
  }

  /**
   * Draws a square pattern, such as a QR code, at the left margin. The current position stays the same. `count`: how
   * many small squares a side of the pattern has.
   */
  drawSquares({ count, size, isFilled }: SquarePattern): void {
    const side = size / count;
    for (let row = 0; row < count; row += 1)
      for (let column = 0; column < count; column += 1)
        if (isFilled(row, column)) this.#document.rect(margin + column * side, this.#y + row * side, side, side);
    this.#document.fill(ink);
  }

  /** Adds a footer with `label` and the page number to each page. Returns the bytes of the PDF. */
  async finish(label: string): Promise<Uint8Array<ArrayBuffer>> {
    const { count } = this.#document.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      const { margins, height } = this.#document.switchToPage(page);
      margins.bottom = 0;
      this.#y = height - margin;
      this.draw(`${label} · Page ${page + 1} of ${count}`, { size: 8.5, isMuted: true });
    }
    const chunks: Buffer[] = [];
    this.#document.on('data', (chunk: Buffer) => chunks.push(chunk));
    const done = new Promise<void>((resolve, reject) => {
      this.#document.once('end', resolve).once('error', reject);
    });
    this.#document.end();
    await done;
    return new Uint8Array(Buffer.concat(chunks));
  }

  #styled({ size = defaultSize, isBold = false, isMuted = false }: TextStyle): PDFKit.PDFDocument {
    return this.#document
      .font(isBold ? 'semibold' : 'regular')
      .fontSize(size)
      .fillColor(isMuted ? '#43566b' : ink);
  }
}
