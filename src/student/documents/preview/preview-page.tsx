import { useEffect, useRef, useState } from 'react';
import type { PdfFile, PdfPage } from './pdf-file.ts';
import classes from './preview.module.css';
import { scaleOf, type Zoom } from './zoom.ts';

type PreviewPageProps = {
  file: PdfFile;
  name: string;
  number: number;
  zoom: Zoom;
  /** CSS pixels that a page may be wide to be seen whole. */
  room: number;
  /** At which size the page stands, once it is known. */
  onScale: (scale: number) => void;
};

/** The page with its words; null while it is read. */
function usePage(file: PdfFile, number: number): { page: PdfPage; text: string } | 'failed' | null {
  const [read, setRead] = useState<{ of: number; page: PdfPage; text: string } | { of: number; page: null } | null>(
    null,
  );
  useEffect(() => {
    let isHere = true;
    const show = async () => {
      const page = await file.page(number);
      const text = await page.readText().catch(() => '');
      if (isHere) setRead({ of: number, page, text });
    };
    show().catch(() => isHere && setRead({ of: number, page: null }));
    return () => {
      isHere = false;
    };
  }, [file, number]);
  if (read?.of !== number) return null;
  return read.page ? read : 'failed';
}

/** One page, drawn anew at each size. */
export function PreviewPage({ file, name, number, zoom, room, onScale }: PreviewPageProps) {
  const read = usePage(file, number);
  const canvas = useRef<HTMLCanvasElement>(null);
  const page = read === null || read === 'failed' ? null : read.page;
  const scale = page ? scaleOf(zoom, room, page.width) : null;
  useEffect(() => {
    if (!page || !scale || !canvas.current) return;
    onScale(scale);
    const leaving = new AbortController();
    // A drawing that the next one overtakes is cancelled, and says so by failing.
    page.draw(canvas.current, scale, leaving.signal).catch(() => {});
    return () => leaving.abort();
  }, [page, scale, onScale]);

  if (read === 'failed') return <p role="alert">Page {number} could not be shown.</p>;
  if (!read || !page || !scale) return <p role="status">Page {number} is loading…</p>;
  const size = { width: `${page.width * scale}px`, height: `${page.height * scale}px` };
  return (
    <>
      <canvas
        // One canvas a drawing: a cancelled one may still be in use for a moment.
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
