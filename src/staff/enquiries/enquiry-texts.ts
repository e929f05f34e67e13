import type { Enquiry, EnquiryState, ListedEnquiry } from '../../../contract/staff/enquiries.ts';

export const stateColours: Record<EnquiryState, string> = {
  received: 'orange',
  in_work: 'blue',
  answered: 'teal',
  closed: 'gray',
};

/** The name of the sender; 'Anonymous' for an anonymous grievance; 'No name' for any other message without a name. */
export function senderName({ is_anonymous, name }: Pick<ListedEnquiry, 'is_anonymous' | 'name'>): string {
  return is_anonymous ? 'Anonymous' : (name ?? 'No name');
}

/** The title of an enquiry or grievance, such as `Enquiry: fees`. */
export function enquiryTitle({ kind, subject }: Pick<ListedEnquiry, 'kind' | 'subject'>): string {
  if (kind === 'grievance') return 'Grievance';
  return subject ? `Enquiry: ${subject}` : 'Enquiry';
}

/** Replaces the placeholders in the text of a reply template by the sender's name and the reference of the enquiry. */
export function fillTemplate(text: string, { name, reference }: Pick<Enquiry, 'name' | 'reference'>): string {
  const values: Record<string, string> = { '{name}': name ?? '', '{reference}': reference };
  // Replace all placeholders at once and by a function, so that a name that contains a placeholder or `$&` stays as it
  // is.
  return text.replaceAll(/\{(?:name|reference)\}/g, (placeholder) => values[placeholder] ?? '');
}
