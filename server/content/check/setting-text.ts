import { sanitise } from '../html.ts';
import { textKindOf } from '../text-kinds.ts';
import { textFaults } from './text-faults.ts';

/**
 * Checks the text of a booking setting by the rules for texts in the content folder. Returns the text to store, with
 * sanitised HTML, or the reasons why the text is invalid.
 */
export function checkSettingText(name: string, text: string): { text: string } | { faults: string[] } {
  const faults = textFaults('', { [name]: text }, new Set()).map(({ reason }) => reason);
  if (faults.length > 0) return { faults };
  return { text: textKindOf(name) === 'html' ? sanitise(text) : text };
}
