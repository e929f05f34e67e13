/** A page of an open PDF; sizes in CSS pixels at 100 %. */
export type PdfPage = {
  width: number;
  height: number;
  /** Draws the page; the promise fails with the signal's reason where it was aborted. */
  draw(canvas: HTMLCanvasElement, scale: number, signal: AbortSignal): Promise<void>;
  /** The page's words, for those who listen. */
  readText(): Promise<string>;
};

/** An open PDF. Pages count from 1. */
export type PdfFile = {
  pages: number;
  page(number: number): Promise<PdfPage>;
  /** Ends its worker and frees its memory. */
  close(): void;
};

/** Reads a PDF. @throws Error where it is damaged or locked */
export type OpenPdf = (bytes: ArrayBuffer) => Promise<PdfFile>;
