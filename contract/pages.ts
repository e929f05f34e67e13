/** Paths of pages that server and client both know (docs/product.md#routes). */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/auth/forgot-password',
  resetPassword: '/auth/reset-password',
  coursesList: '/courses-list',
  coursesCompare: '/courses-compare',
  bookOnline: '/course-booking',
  cart: '/course-booking/details',
  checkoutInformation: '/course-booking/checkout/information',
  checkoutReview: '/course-booking/checkout/review',
  checkoutConfirmation: '/course-booking/checkout/confirmation',
  receipt: '/course-booking/receipt',
  profile: '/profile',
  offlineLibrary: '/save-for-the-voyage',
  aboutUs: '/about-us',
  whyLandfall: '/why-landfall',
  missionVision: '/mission-vision',
  principalMessage: '/principal-message',
  governingBoard: '/governing-board',
  contactUs: '/contact-us',
  departments: '/departments',
  terms: '/terms',
  privacyPolicy: '/privacy-policy',
  refundPolicy: '/refund-policy',
  antiRagging: '/anti-ragging-policy-and-reporting',
  grievanceForm: '/grievance-form',
} as const;

/** True for pages about one student or one device, which use the precached shell instead of server rendering. False for unknown paths. */
export function isShellPage(pathname: string): boolean {
  // The lists are in here because only the server calls this function: as constants they would be part of every first load.
  const shellPages: readonly string[] = [
    paths.login,
    paths.register,
    paths.forgotPassword,
    paths.resetPassword,
    paths.bookOnline,
    paths.cart,
    '/course-booking/checkout',
    paths.checkoutInformation,
    paths.checkoutReview,
    paths.profile,
    paths.offlineLibrary,
  ];
  const shellFolders: readonly string[] = [paths.checkoutConfirmation, paths.receipt];
  const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  const folder = path.slice(0, path.lastIndexOf('/'));
  return shellPages.includes(path) || shellFolders.includes(folder);
}

/** Address of a course: the id is the last dash-separated segment. */
export function coursePath(course: { id: number; meta_text: string }): string {
  return `/course-booking/${course.meta_text}-${course.id}`;
}

/** Address of a department's page. */
export function departmentPath({ id, slug }: { id: number; slug: string }): string {
  return `${paths.departments}/details/${id}/${slug}`;
}

const largestId = 2_147_483_647;

/** Id at the end of `slug-id`, or null. */
export function idFromTitle(title: string): number | null {
  const id = Number(title.slice(title.lastIndexOf('-') + 1));
  return Number.isInteger(id) && id > 0 && id <= largestId ? id : null;
}
