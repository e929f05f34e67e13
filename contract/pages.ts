/** Page addresses that both ends know (document 1, section 2; document 2, section 2). */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/auth/forgot-password',
  resetPassword: '/auth/reset-password',
  coursesList: '/courses-list',
  bookOnline: '/course-booking',
  cart: '/course-booking/details',
  checkoutInformation: '/course-booking/checkout/information',
  checkoutReview: '/course-booking/checkout/review',
  checkoutConfirmation: '/course-booking/checkout/confirmation',
  receipt: '/course-booking/receipt',
  profile: '/profile',
  terms: '/terms',
} as const;

const shellPrefixes = [
  '/login',
  '/register',
  '/auth/',
  '/course-booking/details',
  '/course-booking/checkout/',
  '/course-booking/receipt/',
  '/profile',
] as const;

/** Pages about one student are not rendered on the server: they use the precached shell. */
export function isShellPage(pathname: string): boolean {
  const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  return path === paths.bookOnline || shellPrefixes.some((prefix) => path.startsWith(prefix));
}

/** Address of a course: the id is the last dash-separated segment. */
export function coursePath(course: { id: number; meta_text: string }): string {
  return `/course-booking/${course.meta_text}-${course.id}`;
}

const largestId = 2_147_483_647;

/** Id at the end of `slug-id`, or null where there is none. */
export function idFromTitle(title: string): number | null {
  const id = Number(title.slice(title.lastIndexOf('-') + 1));
  return Number.isInteger(id) && id > 0 && id <= largestId ? id : null;
}
