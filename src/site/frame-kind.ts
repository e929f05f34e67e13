import { paths } from '../../contract/pages.ts';

/**
 * Whether this is a page of checkout before the payment. Such a page has no menu, footer or bottom bar
 * (docs/product.md#frame-of-every-page).
 */
export function isCheckoutPage(pathname: string): boolean {
  return /^\/course-booking\/checkout(\/(information|review))?\/?$/.test(pathname);
}

const coursePage = /^\/course-booking\/[^/]*-\d+\/?$/;

/** Whether the page is about courses: the list, a category, a course or the comparison. */
export function isCoursesPage(pathname: string): boolean {
  return coursePage.test(pathname) || pathname.startsWith('/courses');
}

/** Whether the page is about signing in or registering. */
export function isAccountPage(pathname: string): boolean {
  return /^\/(register|login|auth)/.test(pathname);
}

/**
 * Whether the page has the button that calls the admissions office: Home, the pages of courses and departments, and
 * Contact.
 */
export function hasCallButton(pathname: string): boolean {
  return (
    pathname === paths.home ||
    coursePage.test(pathname) ||
    /^\/(courses|courses-list|departments|contact-us)(\/|$)/.test(pathname)
  );
}
