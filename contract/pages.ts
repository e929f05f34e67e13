/** Paths of the pages that both server and client refer to (docs/product.md#routes). */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/auth/forgot-password',
  resetPassword: '/auth/reset-password',
  coursesList: '/courses-list',
  coursesCompare: '/courses-compare',
  search: '/search',
  bookOnline: '/course-booking',
  cart: '/course-booking/details',
  checkout: '/course-booking/checkout',
  checkoutInformation: '/course-booking/checkout/information',
  checkoutReview: '/course-booking/checkout/review',
  checkoutConfirmation: '/course-booking/checkout/confirmation',
  receipt: '/course-booking/receipt',
  batchChoice: '/batch-choice',
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

/**
 * The result of rendering a page on the server. `head`, `app` and `state` are parts of its HTML: what belongs in the
 * document's head, the page itself, and what follows the page. `location`: URL to redirect to; null if the page does
 * not redirect. `status` is 503 if the page's content is temporarily unavailable.
 */
export type RenderedPage = {
  status: number;
  location: string | null;
  head: string;
  app: string;
  state: string;
  routeIds: string[];
};

/**
 * True for pages about one student or one device. They are served as the precached shell instead of being rendered on
 * the server. False for unknown paths.
 */
export function isShellPage(pathname: string): boolean {
  // Keep the lists of paths inside this function, which only the server calls. As module constants they would be part
  // of the scripts that every page downloads.
  const shellPages: readonly string[] = [
    paths.login,
    paths.register,
    paths.forgotPassword,
    paths.resetPassword,
    paths.bookOnline,
    paths.cart,
    paths.checkout,
    paths.checkoutInformation,
    paths.checkoutReview,
    paths.batchChoice,
    paths.profile,
    paths.offlineLibrary,
  ];
  const shellFolders: readonly string[] = [paths.checkoutConfirmation, paths.receipt];
  const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  const folder = path.slice(0, path.lastIndexOf('/'));
  return shellPages.includes(path) || shellFolders.includes(folder);
}

/** The path of a course's page. The course's id is the part after the last dash. */
export function coursePath(course: { id: number; meta_text: string }): string {
  return `/course-booking/${course.meta_text}-${course.id}`;
}

/** The path of the page that shows whether a certificate is valid. */
export function certificatePath(number: string): string {
  return `/certificates/${number}`;
}

/** The path of a department's page. */
export function departmentPath({ id, slug }: { id: number; slug: string }): string {
  return `${paths.departments}/details/${id}/${slug}`;
}

const largestId = 2_147_483_647;

/** The id at the end of a path segment `slug-id`; null if there is none. */
export function idFromTitle(title: string): number | null {
  const id = Number(title.slice(title.lastIndexOf('-') + 1));
  return Number.isInteger(id) && id > 0 && id <= largestId ? id : null;
}
