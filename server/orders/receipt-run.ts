/** Width of a run in points, and the options that draw it so: anew for each call, since the font library writes into them. */
export type MeasuredRun = { width: number; options: () => PDFKit.Mixins.TextOptions };

const placing = ['mark', 'mkmk', 'abvm', 'blwm'];
/** Marks stand where the font draws them by itself. The library takes an object of switches where its types know a list. */
const unanchored = () => ({ features: Object.fromEntries(placing.map((name) => [name, false])) }) as object;

/**
 * Measures a run in the document's present font. The font library (fontkit 2.0) fails at marks that a font anchors nowhere,
 * of which Gurmukhi, Gujarati and Malayalam have some.
 */
export function measureRun(document: PDFKit.PDFDocument, text: string): MeasuredRun {
  try {
    return { width: document.widthOfString(text), options: () => ({}) };
  } catch {
    return { width: document.widthOfString(text, unanchored()), options: unanchored };
  }
}
