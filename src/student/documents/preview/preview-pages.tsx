import { useCallback, useEffect, useRef, useState } from 'react';
import type { PdfFile } from './pdf-file.ts';
import classes from './preview.module.css';
import { PreviewPage } from './preview-page.tsx';
import { PreviewToolbar } from './preview-toolbar.tsx';
import { type Zoom, zoomFrom } from './zoom.ts';

/** Room on both sides of a page, CSS pixels. */
const margin = 16;

/** The page that a key turns to. */
const turns: Record<string, (number: number, pages: number) => number> = {
  ArrowLeft: (number) => number - 1,
  ArrowRight: (number) => number + 1,
  Home: () => 1,
  End: (_, pages) => pages,
};
const sizes: Record<string, 'in' | 'out' | 'fit'> = { '+': 'in', '=': 'in', '-': 'out', '0': 'fit' };

/** How wide a page may be; it follows the window. */
function useRoom() {
  const pane = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(320);
  useEffect(() => {
    const { current } = pane;
    if (!current) return;
    // Whoever has no mouse scrolls it by keys.
    current.tabIndex = 0;
    const measure = () => setRoom(Math.max(160, current.clientWidth - margin));
    const watch = new ResizeObserver(measure);
    measure();
    watch.observe(current);
    return () => watch.disconnect();
  }, []);
  return { pane, room };
}

/** Hears keys wherever the focus is: nothing else of the page can have it while the preview is open. */
function useKeys(press: (event: KeyboardEvent) => void): void {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => latest.current(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}

/** The open PDF: a page at a time. Left and right turn pages, plus, minus and 0 change the size. */
export function PreviewPages({ file, name }: { file: PdfFile; name: string }) {
  const [number, setNumber] = useState(1);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [scale, setScale] = useState(1);
  const { pane, room } = useRoom();
  // What is read now has the keys, not the cross that closes it.
  useEffect(() => pane.current?.focus({ preventScroll: true }), [pane]);
  const turn = useCallback(
    (wanted: number) => {
      setNumber(Math.min(file.pages, Math.max(1, wanted)));
      if (pane.current) pane.current.scrollTop = 0;
    },
    [file, pane],
  );
  const change = (direction: 'in' | 'out') => setZoom(zoomFrom(scale, direction));
  useKeys((event) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    // A page that is wider than its room is moved by the arrows.
    const isWide = pane.current && pane.current.scrollWidth > pane.current.clientWidth;
    const wanted = isWide && event.key.startsWith('Arrow') ? undefined : turns[event.key]?.(number, file.pages);
    const size = sizes[event.key];
    if (wanted === undefined && size === undefined) return;
    event.preventDefault();
    if (wanted !== undefined) turn(wanted);
    if (size !== undefined) setZoom(size === 'fit' ? size : zoomFrom(scale, size));
  });
  return (
    <div className={classes.viewer}>
      <PreviewToolbar
        number={number}
        pages={file.pages}
        percent={Math.round(scale * 100)}
        isFitted={zoom === 'fit'}
        onPage={turn}
        onZoom={change}
        onFit={() => setZoom('fit')}
      />
      <section className={classes.pane} ref={pane} aria-label={`${name}, page ${number} of ${file.pages}`}>
        <PreviewPage file={file} name={name} number={number} zoom={zoom} room={room} onScale={setScale} />
      </section>
    </div>
  );
}
