import { sanitise } from '../html.ts';
import { textKindOf } from '../text-kinds.ts';
import { textFaults } from './text-faults.ts';

/** Checks the text of a setting by the rules for the content folder. Returns the text to store, or its faults. */
export function checkSettingText(name: string, text: string): { text: string } | { faults: string[] } {
  const faults = textFaults('', { [name]: text }, new Set()).map(({ reason }) => reason);
  if (faults.length > 0) return { faults };
  return { text: textKindOf(name) === 'html' ? sanitise(text) : text };
}
