import { paths } from '../../../../contract/pages.ts';
import type { ContactPrefill } from './contact-fields.ts';

/** URL of the contact form with subject and message filled in. */
export function contactPath(prefill: { subject: string; message: string }): string {
  return `${paths.contactUs}?${new URLSearchParams(prefill)}`;
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 5000) : undefined;

/** Parses the search parameters that fill in the contact form. Other parameters are ignored. */
export function readContactPrefill(search: Record<string, unknown>): ContactPrefill {
  const [subject, message] = [textOf(search.subject), textOf(search.message)];
  return { ...(subject ? { subject } : {}), ...(message ? { message } : {}) };
}
