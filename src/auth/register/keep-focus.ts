import type { MouseEvent } from 'react';

/**
 * An `onMouseDown` handler for controls below a field: keeps the focus in the field until the click. Otherwise the field's
 * error, which appears on blur, moves the page between press and release, and the click is lost.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
