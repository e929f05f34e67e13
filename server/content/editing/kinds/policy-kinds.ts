import { realDaySchema } from '../../../../contract/days.ts';
import { paths } from '../../../../contract/pages.ts';
import { isSameTerms, type Terms, termsHash } from '../../../db/terms-hash.ts';
import { documentFiles } from '../../files/content-files.ts';
import { fixedKind, type KindRules } from './kind-rules.ts';

const documents = fixedKind({
  terms: { title: 'Terms and conditions', page: paths.terms },
  'refund-policy': { title: 'Cancellation and refund policy', page: paths.refundPolicy },
  'privacy-policy': { title: 'Privacy policy', page: paths.privacyPolicy },
  'booking-settings': { title: 'Booking terms', page: null },
});

/** Booking settings that are hidden in the editing form for the booking terms. */
const otherSettings = [
  ...['id', 'booking_title', 'booking_description', 'enable_booking', 'require_login', 'terms_version', 'payment_note'],
];

/**
 * Policies and booking terms. Each policy names the day on which it takes effect. When the text of the booking terms
 * changes, they get a new version, which students must accept before they pay.
 */
export const policies: KindRules = {
  ...documents,
  hidden: otherSettings,
  texts: {
    effectiveDate: { label: 'Takes effect on', help: 'Until this day visitors read the present text.' },
    introText: { label: 'Introduction' },
    terms_title: { label: 'Title' },
    terms_content: { label: 'Text', help: 'Students must accept a changed text before their next payment.' },
    terms_checkbox_text: { label: 'Text beside the box that students tick' },
  },
  put(files, id, entry) {
    const present = files.get(documentFiles['booking-settings']) as Terms | undefined;
    const isNew = entry && id === 'booking-settings' && present && !isSameTerms(entry as Terms, present);
    documents.put(files, id, isNew ? { ...entry, terms_version: `terms-${termsHash(entry as Terms)}` } : entry);
  },
  effectiveDay: ({ effectiveDate }) => realDaySchema.safeParse(effectiveDate).data ?? null,
  isAccepted: (id) => id === 'terms',
  needsReason: () => true,
};
