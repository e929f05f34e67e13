import { paths } from '../../../../contract/pages.ts';
import { fixedKind, type KindRules } from './kind-rules.ts';

const addressHelp = { help: 'In one line, as in a letter' };

/**
 * What the academy says about itself: its name and contact details on every page, and its legal details on receipts and
 * certificates.
 */
export const academy: KindRules = {
  ...fixedKind({
    brand: { title: 'Name and contacts', page: paths.contactUs },
    receipt: { title: 'Details on receipts and certificates', page: null },
  }),
  // Hide `product`, the name of the software, because no page shows it.
  hidden: ['product'],
  texts: {
    name: { label: 'Name of the academy' },
    short_name: { label: 'Short name', help: 'Beside the logo, and below the icon of the installed app' },
    description: { help: 'One sentence for search engines and for links that are shared' },
    admissions_phones: { label: 'Phone numbers of admissions', help: 'At least four' },
    support_phones: { label: 'Phone numbers for help with signing in', help: 'Two' },
    ivrs: { label: 'Toll-free number' },
    email: { help: 'Visitors see it, and enquiries arrive here' },
    live_chat_url: { label: 'Live chat' },
    address: addressHelp,
    legal_name: { label: 'Legal name' },
    tax_number: { label: 'Tax number', help: 'With its name, such as GSTIN 33ABCDE1234F1Z5' },
    note: { label: 'Small print below the total' },
  },
  needsReason: () => true,
};
