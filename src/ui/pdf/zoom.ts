const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** Zoom of a PDF page. `fit`: the page fills the available width. A number: the scale, where 1 is the true size. */
export type Zoom = number | 'fit';

/** The scale at which a PDF page is shown, where 1 is its true size. Widths are in CSS pixels. */
export function scaleOf(zoom: Zoom, availableWidth: number, pageWidth: number): number {
  if (zoom !== 'fit') return zoom;
  return Math.max(0.1, Math.min(availableWidth / pageWidth, 4));
}

/** The next larger or smaller zoom step. At the largest or smallest step, the zoom does not change. */
export function zoomFrom(scale: number, direction: 'in' | 'out'): number {
  if (direction === 'in') return steps.find((step) => step > scale + 0.01) ?? Math.max(...steps);
  return steps.findLast((step) => step < scale - 0.01) ?? Math.min(...steps);
}
