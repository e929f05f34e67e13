/** The tabs of the Book Online page, as named in the page's URL and in calls of `listBookingPage`. */
export const bookingTabs = ['packages', 'individual'] as const;
export type BookingTab = (typeof bookingTabs)[number];
