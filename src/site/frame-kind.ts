import { paths } from '../../contract/pages.ts';

/**
 * Whether this is a checkout page before the payment. It has neither menu, footer nor bottom bar
 * (docs/product.md#frame-of-every-page).
 */
export function isCheckoutPage(pathname: string): boolean {
  return /^\/course-booking\/checkout(\/(information|review))?\/?$/.test(pathname);
}

/** Whether the page has the button that calls admissions: Home, the pages of courses and departments, and Contact. */
export function hasCallButton(pathname: string): boolean {
  const isCoursePage = /^\/course-booking\/[^/]*-\d+\/?$/.test(pathname);
  return (
    pathname === paths.home || isCoursePage || /^\/(courses|courses-list|departments|contact-us)(\/|$)/.test(pathname)
  );
}
