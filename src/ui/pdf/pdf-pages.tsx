import { useCallback, useEffect, useRef, useState } from 'react';
import type { PdfFile } from './open-pdf.ts';
import classes from './pdf.module.css';
import { PdfPageView } from './pdf-page.tsx';
import { PdfToolbar } from './pdf-toolbar.tsx';
import { type Zoom, zoomFrom } from './zoom.ts';

/** Space beside the PDF page, in CSS pixels, left and right together. */
const margin = 16;

/**
 * The keys on the keyboard that open another page. Each function computes the number of that page from the number of
 * the current page and the number of pages.
 */
const pageKeys: Record<string, (number: number, pages: number) => number> = {
  ArrowLeft: (number) => number - 1,
  ArrowRight: (number) => number + 1,
  Home: () => 1,
  End: (_, pages) => pages,
};
const zoomKeys: Record<string, 'in' | 'out' | 'fit'> = { '+': 'in', '=': 'in', '-': 'out', '0': 'fit' };

/** The width in CSS pixels that is available for a PDF page. It changes with the size of the window. */
function useAvailableWidth() {
  const pane = useRef<HTMLDivElement>(null);
  const [availableWidth, setAvailableWidth] = useState(320);
  useEffect(() => {
    const { current } = pane;
    if (!current) return;
    // The pane can be scrolled by keyboard only if it can have the focus.
    current.tabIndex = 0;
    const measure = () => setAvailableWidth(Math.max(160, current.clientWidth - margin));
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { pane, availableWidth };
}

/** Listens for keys on the window, because the focus can be anywhere in the preview. */
function useKeys(press: (event: KeyboardEvent) => void): void {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => latest.current(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** Shows an open PDF, one page at a time. Arrow keys turn pages; plus, minus and 0 change the zoom. */
export function PdfPages({ file, name }: { file: PdfFile; name: string }) {
  const [number, setNumber] = useState(1);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [scale, setScale] = useState(1);
  const { pane, availableWidth } = useAvailableWidth();
  // Move the focus from the close button to the PDF page, so that keys scroll the page.
  useEffect(() => pane.current?.focus({ preventScroll: true }), [pane]);
  const goToPage = useCallback(
    (target: number) => {
      setNumber(Math.min(file.pages, Math.max(1, target)));
      if (pane.current) pane.current.scrollTop = 0;
    },
    [file, pane],
  );
  const changeZoom = (direction: 'in' | 'out') => setZoom(zoomFrom(scale, direction));
  useKeys((event) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    // If the PDF page is wider than the pane, the arrow keys scroll instead of turning pages.
    const isWide = pane.current && pane.current.scrollWidth > pane.current.clientWidth;
    const target = isWide && event.key.startsWith('Arrow') ? undefined : pageKeys[event.key]?.(number, file.pages);
    const size = zoomKeys[event.key];
    if (target === undefined && size === undefined) return;
    event.preventDefault();
    if (target !== undefined) goToPage(target);
    if (size !== undefined) setZoom(size === 'fit' ? size : zoomFrom(scale, size));
  });
  return (
    <div className={`row gap-2 grow ${classes.viewer}`}>
      <PdfToolbar
        number={number}
        pages={file.pages}
        percent={Math.round(scale * 100)}
        isFitted={zoom === 'fit'}
        onPage={goToPage}
        onZoom={changeZoom}
        onFit={() => setZoom('fit')}
      />
      <section className={classes.pane} ref={pane} aria-label={`${name}, page ${number} of ${file.pages}`}>
        <PdfPageView
          file={file}
          name={name}
          number={number}
          zoom={zoom}
          availableWidth={availableWidth}
          onScale={setScale}
        />
      </section>
    </div>
  );
}
