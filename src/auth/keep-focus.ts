import type { MouseEvent } from 'react';

/**
 * For `onMouseDown` of what is pressed below a field: the field keeps the focus until the click. Else its fault, shown when
 * the focus leaves, moves the page between press and release, and the click is lost.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
