import type { CmsPage, ContactBlock } from '../../../../contract/cms.ts';

const campus: ContactBlock = {
  title: 'Campus and admissions',
  address: '14 Lighthouse Road, Chennai 600001',
  email: 'admissions@example.com',
  phones: ['98765 40001', '1800-000-4321'],
  hours: 'Monday to Saturday, 9:00 to 17:30',
  mapUrl: 'https://www.openstreetmap.org/?mlat=13.0850&mlon=80.2900#map=16/13.0850/80.2900',
};

const headOffice: ContactBlock = {
  ...campus,
  title: 'Head office',
  email: 'office@example.com',
  phones: ['98765 40021'],
  mapUrl: 'https://maps.example.com/guindy',
};

/** A page of the content service that has only a hero block, plus the given changes. */
export function cmsPage(change: Partial<CmsPage> = {}): CmsPage {
  return {
    meta: {
      title: 'About us | Harbour Academy',
      description: 'Who we are.',
      keywords: 'harbour, academy',
      canonicalUrl: '/about-us',
    },
    hero: {
      title: 'Seafarers teaching seafarers',
      text: 'Since 1998.',
      imageUrl: '/media/campus/gate-640.webp',
      imageAlt: 'Drawing of a lighthouse',
    },
    sections: [],
    buttons: [],
    ...change,
  };
}

const person = { name: 'Dr. Malathi Ranganathan', position: 'Chairperson', text: 'Thirty years in ports.' };

/** A page of the content service with every block that a page may have. */
export const fullPage = cmsPage({
  facts: [{ label: 'Teaching since', value: '1998' }],
  sections: [
    { id: 'mission', title: 'Our mission', content: '<p>To send people to sea, and to bring them back.</p>' },
    {
      id: 'how-we-teach',
      title: 'How we teach',
      content: '<p>With the hands.</p><ul><li>Twelve students to one instructor.</li></ul>',
      imageUrl: '/media/campus/simulator-640.webp',
      imageAlt: 'Drawing of a bridge',
    },
  ],
  features: {
    title: 'On campus',
    list: [
      { title: 'Survival pool', text: 'Four metres deep.', iconName: 'anchor' },
      { title: 'Library', text: 'Nine thousand books.', iconName: 'no-such-icon' },
    ],
  },
  people: { title: 'Members', list: [person, { ...person, name: 'Ms. Shireen Contractor', position: 'Member' }] },
  certificates: {
    title: 'Approvals',
    list: [{ title: 'Approved institute', issuer: 'Directorate General of Shipping', number: 'DGS/1998' }],
  },
  campusImages: {
    title: 'The campus',
    list: [{ imageUrl: '/media/campus/hostel-640.webp', imageAlt: 'Drawing of a knot', caption: 'Hostel courtyard' }],
  },
  faqs: { title: 'Asked every day', list: [{ question: 'Do I need to swim?', answer: 'You need to float.' }] },
  campus,
  headOffice,
  buttons: [
    { label: 'Call admissions', url: 'tel:+919876540001' },
    { label: 'See all courses', url: '/courses-list' },
  ],
});

/**
 * A page of the content service with sections and exactly one person. The site shows such a page as a letter from that
 * person.
 */
export const letterPage = cmsPage({
  people: { title: 'The principal', list: [person] },
  sections: [{ id: 'message', title: 'Dear student', content: '<p>The bosun showed me.</p>' }],
});
