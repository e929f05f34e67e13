import { categories } from '../../contract/categories.ts';
import { paths } from '../../contract/pages.ts';

/** Pages that the server draws: both course layouts and every list. */
export const publicPages: ReadonlyArray<{ path: string; heading: string | RegExp; title: RegExp }> = [
  { path: paths.home, heading: /./, title: /^Landfall Maritime Academy$/ },
  { path: paths.coursesList, heading: 'All courses', title: /^All courses \| Landfall/ },
  ...categories.map(({ path, pageTitle }) => ({
    path,
    heading: pageTitle,
    title: new RegExp(`^${pageTitle} \\| Landfall`),
  })),
  { path: paths.terms, heading: 'Terms and Conditions', title: /^Terms and conditions \| Landfall/ },
  { path: paths.refundPolicy, heading: 'Cancellation & Refund Policy', title: /^Cancellation & Refund Policy \| L/ },
  { path: paths.privacyPolicy, heading: 'Privacy Policy', title: /^Privacy policy \| Landfall/ },
  { path: paths.antiRagging, heading: /^Anti-Ragging Policy/, title: /^Anti-ragging policy and reporting \| L/ },
  { path: paths.grievanceForm, heading: 'Grievance form', title: /^Grievance form \| Landfall/ },
  {
    path: '/course-booking/diploma-in-nautical-science-dns-deck-cadet-302',
    heading: /Diploma in Nautical Science/,
    title: /Nautical Science.* \| Landfall/,
  },
  {
    path: '/course-booking/personal-survival-techniques-pst-401',
    heading: /Personal Survival Techniques/,
    title: /Personal Survival Techniques.* \| Landfall/,
  },
];
