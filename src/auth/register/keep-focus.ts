import type { MouseEvent } from 'react';

/**
 * An `onMouseDown` handler for controls below a field, which keeps the focus in the field until the click. Otherwise
 * the field would show its error on blur, which would move the control between press and release, and the click would
 * be lost.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
