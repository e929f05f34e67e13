import 'fake-indexeddb/auto';
import { act } from '@testing-library/react';
import type { ContextType } from 'react';
import { afterEach, expect, it } from 'vitest';
import { CoursePageBooking } from '../../../../src/booking/in-place/course-page-booking.tsx';
import type { BookingPlace, CourseBookingContext } from '../../../../src/catalogue/course/course-booking.ts';
import { outbox } from '../../../../src/offline/outbox/page-outbox.ts';
import { addRow } from '../../../../src/offline/outbox/row-rules.ts';
import { openOutboxStore } from '../../../../src/offline/outbox/store.ts';
import { subject } from '../../../../src/offline/session/subject.ts';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { cartOf, studentId } from '../../cart/carts.ts';
import { addCourse } from '../../offline/outbox/fake-device.ts';

const storage = openOutboxStore('landfall-outbox');

afterEach(async () => {
  await outbox.forgetDelivered(outbox.rows.map(({ key }) => key));
  subject.leave();
});

it('a course page says that a course is in the cart if the outbox has added it since the cart was loaded', async () => {
  subject.enter(studentId);
  const rows = addRow([], addCourse(408), studentId, 0).rows.map((row) => ({ ...row, state: 'delivered' as const }));
  await storage(() => ({ rows }));
  await outbox.refresh();
  const { api } = answeringApi({ 'GET /api/cart': { body: { statusCode: 200, data: cartOf([]) } } });
  let booking: ContextType<typeof CourseBookingContext> = null;
  const onChange = (changed: typeof booking) => {
    booking = changed ?? booking;
  };
  await renderInPage(<CoursePageBooking studentId={studentId} onChange={onChange} />, { api });
  await act(async () => {});
  const placeOf = (courseId: number): BookingPlace => ({
    courseId,
    batch: undefined,
    href: '/course-booking',
    isRow: false,
    isPressed: false,
    press: () => {},
  });
  const linkOf = (courseId: number) => (booking as ContextType<typeof CourseBookingContext>)?.linkAt(placeOf(courseId));
  expect(linkOf(408)).toHaveProperty('inPlace');
  expect(linkOf(5)).not.toHaveProperty('inPlace');
});
