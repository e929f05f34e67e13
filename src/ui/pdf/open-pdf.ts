import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** A page of an open PDF. `width` and `height` are in CSS pixels at a zoom of 100 %. */
export type PdfPage = {
  width: number;
  height: number;
  /** Draws the page. Rejects if the signal is aborted. `scale`: 1 is the true size. */
  draw(canvas: HTMLCanvasElement, scale: number, signal: AbortSignal): Promise<void>;
  /** The text of the page, for screen readers. */
  readText(): Promise<string>;
};

/** An open PDF. Page numbers start at 1. */
export type PdfFile = {
  pages: number;
  page(number: number): Promise<PdfPage>;
  /** Stops the pdf.js worker of this PDF and frees its memory. */
  close(): void;
};

/** Opens a PDF. @throws Error if the PDF is damaged or has a password */
type OpenPdf = (bytes: ArrayBuffer) => Promise<PdfFile>;

/** CSS pixels per PDF point: an inch is 96 CSS pixels and 72 points. */
const pixelsPerPoint = 96 / 72;
/** Maximum number of pixels of a canvas. Phones do not support larger canvases. */
const maxCanvasPixels = 8_000_000;
/** Maximum number of pixels of a picture in the PDF. Larger pictures are left out. */
const maxPicturePixels = 40_000_000;

GlobalWorkerOptions.workerSrc = workerUrl;

/**
 * Canvas pixels per CSS pixel, limited by the maximum size of a canvas. `width`, `height`: the size of the page in CSS
 * pixels.
 */
function pixelRatio(width: number, height: number): number {
  return Math.min(globalThis.devicePixelRatio || 1, 3, Math.sqrt(maxCanvasPixels / (width * height)));
}

async function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, scale: number, signal: AbortSignal) {
  const css = page.getViewport({ scale: scale * pixelsPerPoint });
  const viewport = page.getViewport({ scale: scale * pixelsPerPoint * pixelRatio(css.width, css.height) });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const task = page.render({ canvas, viewport });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel);
  try {
    await task.promise;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function toPage(page: PDFPageProxy): PdfPage {
  const { width, height } = page.getViewport({ scale: pixelsPerPoint });
  return {
    width,
    height,
    draw: (canvas, scale, signal) => drawPage(page, canvas, scale, signal),
    readText: async () => {
      const { items } = await page.getTextContent();
      return items.map((piece) => ('str' in piece ? `${piece.str}${piece.hasEOL ? '\n' : ''}` : '')).join('');
    },
  };
}

/**
 * Opens a PDF with a pdf.js worker. Scripts in the PDF never run; its forms and actions are not even loaded. Nothing is
 * fetched from other sites: the decoders for scans in old formats are among our own assets (`vite.config.ts`).
 */
export const openPdf: OpenPdf = async (bytes) => {
  const task = getDocument({
    data: new Uint8Array(bytes),
    wasmUrl: `/assets/pdfjs-${version}/`,
    useWasm: false,
    useWorkerFetch: true,
    useSystemFonts: true,
    enableXfa: false,
    maxImageSize: maxPicturePixels,
    verbosity: VerbosityLevel.ERRORS,
  });
  // The preview has no password prompt, so a protected file fails at once.
  task.onPassword = () => void task.destroy();
  const pdf: PDFDocumentProxy = await task.promise;
  return {
    pages: pdf.numPages,
    page: async (number) => toPage(await pdf.getPage(number)),
    close: () => void task.destroy(),
  };
};
