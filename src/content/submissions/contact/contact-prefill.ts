import { paths } from '../../../../contract/pages.ts';
import { searchText } from '../../../lib/search-values.ts';
import type { ContactPrefill } from './contact-fields.ts';

/** URL of the contact form with subject and message filled in. */
export function contactPath(prefill: { subject: string; message: string }): string {
  return `${paths.contactUs}?${new URLSearchParams(prefill)}#write`;
}

/**
 * Parses the search parameters that fill in the contact form. An invalid value becomes undefined, but its key stays in
 * the result: the router removes a parameter from the URL only if the result has its key.
 */
export function readContactPrefill(search: Record<string, unknown>): ContactPrefill {
  const [subject, message] = [searchText(search.subject), searchText(search.message)];
  return { subject: subject || undefined, message: message?.slice(0, 5000) || undefined };
}
