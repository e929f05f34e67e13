import { useEffect, useRef, useState } from 'react';
import type { PdfFile, PdfPage } from './open-pdf.ts';
import classes from './pdf.module.css';
import { scaleOf, type Zoom } from './zoom.ts';

type PdfPageProps = {
  file: PdfFile;
  name: string;
  number: number;
  zoom: Zoom;
  /** Width in CSS pixels that is available for the PDF page. */
  availableWidth: number;
  /** Called with the scale at which the PDF page is drawn. */
  onScale: (scale: number) => void;
};

/** Loads a PDF page with its text. Returns null while the page loads. */
function usePage(file: PdfFile, number: number): { page: PdfPage; text: string } | 'failed' | null {
  const [read, setRead] = useState<
    { number: number; page: PdfPage; text: string } | { number: number; page: null } | null
  >(null);
  useEffect(() => {
    let isMounted = true;
    const show = async () => {
      const page = await file.page(number);
      const text = await page.readText().catch(() => '');
      if (isMounted) setRead({ number, page, text });
    };
    show().catch(() => isMounted && setRead({ number, page: null }));
    return () => {
      isMounted = false;
    };
  }, [file, number]);
  if (read?.number !== number) return null;
  return read.page ? read : 'failed';
}

/** One page of a PDF. It is drawn again whenever the scale changes. */
export function PdfPageView({ file, name, number, zoom, availableWidth, onScale }: PdfPageProps) {
  const read = usePage(file, number);
  const canvas = useRef<HTMLCanvasElement>(null);
  const page = read === null || read === 'failed' ? null : read.page;
  const scale = page ? scaleOf(zoom, availableWidth, page.width) : null;
  useEffect(() => {
    if (!page || !scale || !canvas.current) return;
    onScale(scale);
    const controller = new AbortController();
    // If the drawing is cancelled, its promise rejects, which needs no handling.
    page.draw(canvas.current, scale, controller.signal).catch(() => {});
    return () => controller.abort();
  }, [page, scale, onScale]);

  if (read === 'failed') return <p role="alert">Page {number} could not be shown.</p>;
  if (!read || !page || !scale) return <p role="status">Page {number} is loading…</p>;
  const size = { width: `${page.width * scale}px`, height: `${page.height * scale}px` };
  return (
    <>
      <canvas
        // The React key creates a new canvas for each drawing, because a cancelled drawing may still use the old
        // canvas.
        key={`${number}-${scale}`}
        ref={canvas}
        className={classes.canvas}
        style={size}
        role="img"
        aria-label={`Page ${number} of ${file.pages} of ${name}`}
      />
      <p className="visually-hidden">{read.text}</p>
    </>
  );
}
