const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** `fit`: as wide as there is room; else a share of the page's true size. */
export type Zoom = number | 'fit';

/** Size at which a page is shown, 1 being its true size. */
export function scaleOf(zoom: Zoom, room: number, pageWidth: number): number {
  if (zoom !== 'fit') return zoom;
  return Math.max(0.1, Math.min(room / pageWidth, 4));
}

/** The next larger or smaller step from where the page is; the last one stays. */
export function zoomFrom(scale: number, direction: 'in' | 'out'): number {
  if (direction === 'in') return steps.find((step) => step > scale + 0.01) ?? Math.max(...steps);
  return steps.findLast((step) => step < scale - 0.01) ?? Math.min(...steps);
}
