import { paths } from '../../contract/pages.ts';
import type { ContactPrefill } from './submissions/contact-fields.ts';

/** Address of the contact form with its subject and message filled in. */
export function contactPath(prefill: { subject: string; message: string }): string {
  return `${paths.contactUs}?${new URLSearchParams(prefill)}`;
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 5000) : undefined;

/** What the contact page's address fills in; anything else in it counts for nothing. */
export function readContactPrefill(search: Record<string, unknown>): ContactPrefill {
  const [subject, message] = [textOf(search.subject), textOf(search.message)];
  return { ...(subject ? { subject } : {}), ...(message ? { message } : {}) };
}
