/** Tabs of Book Online, as its address and its call name them (document 1, section 7). */
export const bookingTabs = ['packages', 'individual'] as const;
export type BookingTab = (typeof bookingTabs)[number];
