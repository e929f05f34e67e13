/** Tabs of Book Online, as named in its address and in `listBookingPage`. */
export const bookingTabs = ['packages', 'individual'] as const;
export type BookingTab = (typeof bookingTabs)[number];
