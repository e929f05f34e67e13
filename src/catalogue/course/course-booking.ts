import { type AnchorHTMLAttributes, createContext, type ReactNode } from 'react';
import type { Batch } from '../../../contract/batch.ts';

/** A link of a course page that leads to Book Online. */
export type BookingPlace = {
  courseId: number;
  /** The batch to book. Without one, the link names only the course. */
  batch: Batch | undefined;
  /** Book Online with the course and the batch. */
  href: string;
  /**
   * Whether the link belongs to a batch in the list. Unlike the others, such a link does not say that the course is in the
   * cart.
   */
  isRow: boolean | undefined;
  isPressed: boolean;
  press: (isPressed: boolean) => void;
};

/** `inPlace`: what to render instead of the link, if anything. The rest are event handlers for the link. */
type BookingLink = { inPlace?: ReactNode } & AnchorHTMLAttributes<HTMLAnchorElement>;

/**
 * Lets booking links book on the course page itself. Null for visitors, and until the code for it is loaded
 * (`student-booking-status.tsx`): the links then lead to Book Online.
 */
export const CourseBookingContext = createContext<{ linkAt: (place: BookingPlace) => BookingLink } | null>(null);
