import { type AnchorHTMLAttributes, createContext, type ReactNode } from 'react';
import type { Batch } from '../../../contract/batch.ts';

/** A link of a course page that leads to Book Online. */
export type BookingPlace = {
  courseId: number;
  /** The batch to book. Without one, the link names only the course. */
  batch: Batch | undefined;
  /** Book Online with the course and the batch. */
  href: string;
  /** Whether the link belongs to a batch in the list. The others say that a course is in the cart. */
  isRow: boolean | undefined;
  isPressed: boolean;
  press: (isPressed: boolean) => void;
};

/** `inPlace`: what replaces the link, if anything. The rest are the event handlers of the link. */
type BookingLink = { inPlace?: ReactNode } & AnchorHTMLAttributes<HTMLAnchorElement>;

/**
 * Books a course on its own page. Null for visitors, and until the code is loaded that books (`student-booking-status.tsx`):
 * the links then lead to Book Online.
 */
export const CourseBookingContext = createContext<{ linkAt: (place: BookingPlace) => BookingLink } | null>(null);
