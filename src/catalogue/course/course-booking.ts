import { type AnchorHTMLAttributes, createContext, type ReactNode } from 'react';
import type { Batch } from '../../../contract/batch.ts';

/** A link of a course page that leads to Book Online. */
export type BookingPlace = {
  courseId: number;
  /** The batch to book. Without one, the link names only the course. */
  batch: Batch | undefined;
  /** URL of Book Online with the course and the batch. */
  href: string;
  /**
   * Whether the booking link is in the list of batches. Links there do not say that the course is in the cart; the
   * page's other booking links do.
   */
  isRow: boolean | undefined;
  isPressed: boolean;
  press: (isPressed: boolean) => void;
};

/**
 * What a booking link renders. `inPlace`: shown instead of the link, if it is given. The other properties are event
 * handlers for the link.
 */
type BookingLink = { inPlace?: ReactNode } & AnchorHTMLAttributes<HTMLAnchorElement>;

/**
 * React context by which the booking links of a course page book on the page itself. Null for visitors, and for
 * students until the code for booking is loaded (`student-booking-status.tsx`): the links then lead to Book Online.
 */
export const CourseBookingContext = createContext<{ linkAt: (place: BookingPlace) => BookingLink } | null>(null);
