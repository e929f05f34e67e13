import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import type { OpenPdf, PdfPage } from './pdf-file.ts';

/** PDF's 72 points are an inch, and so are 96 CSS pixels. */
const pixelsPerPoint = 96 / 72;
/** Pixels a canvas may have: a phone gives no more. */
const mostPixels = 8_000_000;
/** Pixels that a picture within may have; a larger one is left out. */
const mostPicturePixels = 40_000_000;

GlobalWorkerOptions.workerSrc = workerUrl;

/** Device pixels a CSS pixel: sharp, but never more than a canvas may have. */
function sharpness(width: number, height: number): number {
  return Math.min(globalThis.devicePixelRatio || 1, 3, Math.sqrt(mostPixels / (width * height)));
}

async function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, scale: number, signal: AbortSignal) {
  const css = page.getViewport({ scale: scale * pixelsPerPoint });
  const viewport = page.getViewport({ scale: scale * pixelsPerPoint * sharpness(css.width, css.height) });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const task = page.render({ canvas, viewport });
  const stop = () => task.cancel();
  signal.addEventListener('abort', stop);
  try {
    await task.promise;
  } finally {
    signal.removeEventListener('abort', stop);
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
 * Reads a PDF in a worker of pdf.js, which runs no script of the file's: its forms and actions are not even loaded.
 * Nothing is fetched from elsewhere; what old scans need lies beside our own scripts (`vite.config.ts`).
 */
export const openPdf: OpenPdf = async (bytes) => {
  const task = getDocument({
    data: new Uint8Array(bytes),
    wasmUrl: `/assets/pdfjs-${version}/`,
    useWasm: false,
    useWorkerFetch: true,
    useSystemFonts: true,
    enableXfa: false,
    maxImageSize: mostPicturePixels,
    verbosity: VerbosityLevel.ERRORS,
  });
  // There is nobody to type a password: such a file is refused at once.
  task.onPassword = () => void task.destroy();
  const pdf: PDFDocumentProxy = await task.promise;
  return {
    pages: pdf.numPages,
    page: async (number) => toPage(await pdf.getPage(number)),
    close: () => void task.destroy(),
  };
};
