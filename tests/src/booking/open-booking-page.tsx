import { useSearch } from '@tanstack/react-router';
import { act, fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { BookingGroup, BookingSettings, CoursePackage } from '../../../contract/booking.ts';
import type { Cart } from '../../../contract/cart.ts';
import type { Enrolment } from '../../../contract/enrolments.ts';
import type { WaitingEntry } from '../../../contract/waiting-lists.ts';
import type { Session } from '../../../src/auth/session/use-session.ts';
import { bookingQueries, type FirstOffers } from '../../../src/booking/booking.queries.ts';
import { readBookingAddress } from '../../../src/booking/booking-address.ts';
import { BookingPage, type BookingPageProps } from '../../../src/booking/booking-page.tsx';
import type { OutboxRow } from '../../../src/offline/outbox/row.ts';
import { openToastRegion } from '../../../src/ui/toasts/toasts.ts';
import { type Answered, answeringApi, type SentCall } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { cartOf, studentId } from '../cart/carts.ts';
import { type FakeOutcome, fakeOutbox } from '../cart/fake-outbox.ts';
import { batch, brand, course, today } from '../catalogue/academy.ts';
import { url as notificationsUrl, settings as pushSettings } from '../student/notifications/push-browser.ts';

// Import the modules that the page loads on demand: state machines, and components that are rarely shown. Tests then
// need not wait for them.
import '../../../src/booking/adding/course-add.tsx';
import '../../../src/booking/adding/package-add.tsx';
import '../../../src/booking/offers/no-offers.tsx';
import '../../../src/booking/offers/offer-fields.tsx';

export type Offered = BookingGroup['courses'][number];

export function offered(id: number, name: string, batches = [batch({ id: id * 10, batch_id: id * 10 })]): Offered {
  const slug = name.toLowerCase().replaceAll(' ', '-');
  return { ...course({ id, course_name: name, meta_text: slug }), price: { main: 8024 }, batches };
}

export const pack: CoursePackage = {
  id: 801,
  package_name: 'Basic Safety Pack',
  description: 'All that the first ship asks for.',
  featured_image_url: '/media/packages/1-640.webp',
  total_fee: 14396,
  actual_fee: 14396,
  price: { main: 12956.4, struck: 14396, percent_off: 10 },
  duration: 12,
  duration_unit: 'day',
  courses: [offered(401, 'Survival Techniques'), offered(402, 'Elementary First Aid')],
  discounts: [],
};

export function groupOf(change: Partial<BookingGroup>): BookingGroup {
  return { id: 1, title: 'Safety', description: 'Safety courses.', courses: [], packages: [], ...change };
}

type Prepared = {
  at?: string;
  courses?: Offered[];
  packages?: CoursePackage[];
  settings?: Partial<BookingSettings>;
  session?: Session;
  cart?: Cart;
  booked?: Enrolment[];
  waiting?: OutboxRow[];
  isOnline?: boolean;
  /** The outcome that the fake outbox reports for each action submitted to it. */
  outcome?: () => FakeOutcome | Promise<FakeOutcome>;
  /** The courses and packages that the server put into the HTML of the page, if any. */
  first?: FirstOffers;
  /**
   * The response to the page's requests for courses or packages, such as an error. By default, it contains the
   * `courses` or `packages` that match the request.
   */
  offers?: Answered;
  /** The student's entries in waiting lists when the page opens. */
  places?: WaitingEntry[];
  /** The response to the call that joins a waiting list. */
  joined?: Answered;
};

const signedIn: Session = { status: 'signedIn', student: { id: studentId, name: 'Asha Nair', image: null } };

function AtAddress(page: Omit<BookingPageProps, 'address'>) {
  return <BookingPage {...page} address={readBookingAddress(useSearch({ strict: false }))} />;
}

/**
 * Renders the page Book Online at an address, with prepared responses and a fake outbox. The test must use fake timers,
 * which `advance` moves forward.
 */
export async function openBookingPage(prepared: Prepared = {}) {
  const {
    courses = [offered(408, 'Fire Fighting')],
    packages = [pack],
    session = signedIn,
    waiting = [],
    isOnline = true,
  } = prepared;
  function answerOffers({ url }: SentCall): Answered {
    if (prepared.offers) return prepared.offers;
    const query = new URL(url, 'http://page').searchParams;
    const matches = (name: string) => name.toLowerCase().includes(query.get('searchTerm')?.toLowerCase() ?? '');
    const group =
      query.get('courseType') === 'packages'
        ? groupOf({ packages: packages.filter((one) => matches(one.package_name)) })
        : groupOf({ courses: courses.filter((one) => matches(one.course_name)) });
    const isEmpty = group.packages.length + group.courses.length === 0;
    return { body: { statusCode: 200, data: isEmpty ? [] : [group] } };
  }
  const { api, sent } = answeringApi({
    'GET /api/cms/header': { body: { statusCode: 200, data: { brand, items: [] } } },
    'GET /api/booking-groups/settings': { body: { statusCode: 200, data: { id: 1, ...prepared.settings } } },
    'GET /api/booking-groups/booking-page': answerOffers,
    'GET /api/users/student/courses': { body: { statusCode: 200, data: prepared.booked ?? [] } },
    'GET /api/waiting-lists': { body: { statusCode: 200, data: prepared.places ?? [] } },
    'POST /api/waiting-lists': prepared.joined ?? { body: { statusCode: 200, data: [] } },
    [`GET ${notificationsUrl}`]: pushSettings(),
    'GET /api/cart': () => ({ body: { statusCode: 200, data: prepared.cart ?? cartOf([]) } }),
  });
  const toasts: Array<{ message: string; time: number }> = [];
  openToastRegion({ show: ({ message, time }) => toasts.push({ message, time }) });
  const rows = waiting.map((row) => ({ ...row, user: studentId }));
  const fake = fakeOutbox(prepared.outcome ?? (() => ({ kind: 'delivered' })), rows);
  const page = await renderInPage(<AtAddress {...{ today, session, waiting, isOnline, outbox: fake.outbox }} />, {
    api,
    at: prepared.at ?? '/course-booking',
    prepare: (client) => client.setQueryData(bookingQueries.first('individual').queryKey, prepared.first),
  });
  await advance(50);
  const offerRequests = () =>
    sent.filter(({ url }) => url.includes('booking-page')).map(({ url }) => url.split('?')[1]);
  return { ...page, ...fake, sent, offerRequests, toasts };
}

/** Advances the fake timers and lets React render the result. */
export async function advance(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

/** Chooses a batch, by its id, in the batch selector of a course. */
export function choose(courseName: string, batchId: number): void {
  fireEvent.change(screen.getByLabelText(`Batch of ${courseName}`), { target: { value: String(batchId) } });
}

/** Presses a button, then waits 30 ms: code that the press needs is loaded when the browser is idle. */
export function press(name: string | RegExp): Promise<void> {
  fireEvent.click(button(name));
  return advance(30);
}
