import { type ComponentProps, useContext, useState } from 'react';
import { paths } from '../../../contract/pages.ts';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import { type BookingPlace, CourseBookingContext } from './course-booking.ts';

type BookLinkProps = Pick<BookingPlace, 'courseId' | 'batch'> &
  Omit<ComponentProps<typeof ActionLink>, 'href'> & { isRow?: boolean };

/**
 * Link to Book Online with a course and a batch. On a course page, a signed-in student who presses it books without
 * leaving the page.
 */
export function BookLink({ courseId, batch, isRow, ...rest }: BookLinkProps) {
  const booking = useContext(CourseBookingContext);
  const [isPressed, press] = useState(false);
  const href = `${paths.bookOnline}?course=${courseId}${batch ? `&batch=${batch.id}` : ''}`;
  const { inPlace, ...handlers } = booking?.linkAt({ courseId, batch, href, isRow, isPressed, press }) ?? {};
  const Link = isRow ? PageLink : ActionLink;
  return inPlace ?? <Link {...rest} {...handlers} href={href} />;
}
