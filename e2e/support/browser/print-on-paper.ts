import type { Page } from '@playwright/test';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The margins of the paper in millimetres. */
const margin = 10;
const pointsPerMm = 72 / 25.4;
/** A square with sides of this many points is dark all over only on a dark background: letters and lines are thinner. */
const darkSquare = 14;

/**
 * The method of pdf.js's canvas factory that is used here. The type in pdf.js says only that the factory is an object.
 */
type CanvasFactory = {
  create(width: number, height: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D };
};

type Printed = {
  /** All texts on the paper, without spaces, because a PDF does not contain every space. */
  text: string;
  /** Lines of text that the page has in its print layout but that are missing on the paper. */
  missing: string[];
  /** The texts that reach beyond the left or right margin. */
  cutOff: string[];
  hasDarkBackground: boolean;
};

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '');

async function readTexts(page: PDFPageProxy): Promise<{ text: string; cutOff: string[] }> {
  const left = margin * pointsPerMm;
  const right = page.getViewport({ scale: 1 }).width - left;
  const { items } = await page.getTextContent();
  const texts = items.flatMap((item) => ('str' in item && item.str.trim() ? item : []));
  const isOutside = (start: number, width: number) => start < left - 1 || start + width > right + 1;
  return {
    text: withoutSpaces(texts.map(({ str }) => str).join('')),
    cutOff: texts.filter(({ transform, width }) => isOutside(Number(transform[4]), width)).map(({ str }) => str),
  };
}

/** Draws a page, one pixel for each point, and looks for a dark square on it. */
async function hasDarkSquare(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<boolean> {
  const viewport = page.getViewport({ scale: 1 });
  const factory = pdf.canvasFactory as CanvasFactory;
  const { canvas, context } = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height));
  await page.render({ canvas, viewport }).promise;
  const { data, width } = context.getImageData(0, 0, canvas.width, canvas.height);
  /** For each pixel of a row, the side of the largest dark square whose lower right corner is this pixel. */
  let sides: number[] = new Array(width).fill(0);
  for (let start = 0; start < data.length; start += 4 * width) {
    const above = sides;
    sides = [];
    for (let x = 0; x < width; x += 1) {
      const [red = 0, green = 0, blue = 0] = data.subarray(start + 4 * x);
      const isDark = (red + green + blue) / 3 < 128;
      sides.push(isDark ? Math.min(above[x] ?? 0, above[x - 1] ?? 0, sides[x - 1] ?? 0) + 1 : 0);
    }
    if (sides.some((side) => side >= darkSquare)) return true;
  }
  return false;
}

/** Prints a page on A4 paper with backgrounds, as a PDF, and reads what is on the paper. */
export async function printOnPaper(page: Page): Promise<Printed> {
  const [block, inline] = [
    { top: `${margin}mm`, bottom: `${margin}mm` },
    { left: `${margin}mm`, right: `${margin}mm` },
  ];
  const file = await page.pdf({ format: 'A4', printBackground: true, margin: { ...block, ...inline } });
  await page.emulateMedia({ media: 'print' });
  const lines = (await page.locator('body').allInnerTexts())
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.trim());
  await page.emulateMedia({ media: null });
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: VerbosityLevel.ERRORS }).promise;
  const printed: Printed = { text: '', missing: [], cutOff: [], hasDarkBackground: false };
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const sheet = await pdf.getPage(number);
    const { text, cutOff } = await readTexts(sheet);
    printed.text += text;
    printed.cutOff.push(...cutOff);
    printed.hasDarkBackground ||= await hasDarkSquare(pdf, sheet);
  }
  await pdf.destroy();
  return { ...printed, missing: lines.filter((line) => !printed.text.includes(withoutSpaces(line))) };
}
