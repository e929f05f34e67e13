import type { MouseEvent } from 'react';

/**
 * An `onMouseDown` handler for controls below a field. It keeps the focus in the field until the click. Otherwise the
 * field would show its error on blur. The error would move the control between press and release, and the click would
 * be lost.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
