import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { antiRaggingSchema, grievancePageSchema, type Policy, policySchema } from '../../../../contract/policies.ts';

const read = (path: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../content', path), 'utf8'));

/** The policies and the grievance page of the demo academy, read from the files in `content/`. */
export const academyTerms = policySchema.parse(read('policies/terms.json'));
export const academyRefund = policySchema.parse(read('policies/refund-policy.json'));
export const academyPrivacy = policySchema.parse(read('policies/privacy-policy.json'));
export const academyAntiRagging = antiRaggingSchema.parse(read('policies/anti-ragging.json'));
export const academyGrievance = grievancePageSchema.parse(read('cms/grievance.json'));

/**
 * A policy with two sections. The second one has items of all five types, such as `note` and `subsection`. The items
 * are not sorted by their order numbers.
 */
export const allKinds: Policy = {
  title: 'Terms and Conditions',
  effectiveDate: '2026-09-07',
  introText: 'These rules hold.',
  contactInfo: {
    organizationName: 'Harbour Academy',
    address: '14 Lighthouse Road, Chennai',
    email: 'office@example.com',
    phone: '98765 40001',
  },
  meta: { title: 'Terms | Harbour', description: 'Our terms.', keywords: 'terms, rules', canonicalUrl: '/terms' },
  sections: [
    {
      id: 'words',
      title: 'Words used here',
      contentItems: [{ id: 'words-1', order: 1, type: 'text', data: { content: '<p>“We” is the academy.</p>' } }],
    },
    {
      id: 'booking',
      title: 'Booking',
      contentItems: [
        {
          id: 'companies',
          order: 6,
          type: 'subsection',
          data: { title: 'Companies', content: '<p>For crews.</p>', contentItems: [] },
        },
        {
          id: 'booking-desk',
          order: 4,
          type: 'contactBox',
          data: {
            title: 'Booking desk',
            content: '<p>Every day.</p>',
            email: 'desk@example.com',
            phone: '98765 40002',
          },
        },
        {
          id: 'seats',
          order: 5,
          type: 'subsection',
          data: {
            title: 'Seats',
            content: '<p>What holds.</p>',
            contentItems: [
              { id: 'seats-2', order: 2, type: 'note', data: { content: '<p>Be early.</p>' } },
              { id: 'seats-1', order: 1, type: 'text', data: { content: '<p>A seat is yours.</p>' } },
            ],
          },
        },
        { id: 'note', order: 3, type: 'note', data: { content: '<p>See the doctor first.</p>' } },
        {
          id: 'prices',
          order: 2,
          type: 'bulletPoint',
          data: { title: 'Prices', content: '<p>In rupees.</p>', subPoints: ['One discount.', 'No fees of others.'] },
        },
        { id: 'plain', order: 1, type: 'text', data: { content: '<p>Read on.</p>' } },
      ],
    },
  ],
};
