import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen, within } from '@testing-library/react';
import { type ComponentProps, createContext, useContext, useMemo } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Batch } from '../../../../contract/batch.ts';
import type { BookingSettings } from '../../../../contract/booking.ts';
import type { Cart } from '../../../../contract/cart.ts';
import type { Enrolment } from '../../../../contract/enrolments.ts';
import { cartContents } from '../../../../machines/cart-lines.ts';
import { BookInPlace } from '../../../../src/booking/in-place/book-in-place.tsx';
import { bookingLink } from '../../../../src/booking/in-place/booking-link.tsx';
import { cartQueries } from '../../../../src/cart/cart.queries.ts';
import { type BookingPlace, CourseBookingContext } from '../../../../src/catalogue/course/course-booking.ts';
import { CoursePage } from '../../../../src/catalogue/course/course-page.tsx';
import { courseQueries } from '../../../../src/catalogue/course.queries.ts';
import type { OutboxRow, RowFault } from '../../../../src/offline/outbox/row.ts';
import { openToastRegion } from '../../../../src/ui/toasts/toasts.ts';
import { answeringApi, type SentCall } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { cartOf, courseLine, studentId } from '../../cart/carts.ts';
import { type FakeOutcome, fakeOutbox, waitingRow } from '../../cart/fake-outbox.ts';
import { batch, brand, course, today } from '../../catalogue/academy.ts';
import { enrolment } from '../../student/courses/enrolments.ts';
import { advance, groupOf } from '../open-booking-page.tsx';

// Import the code here, so that loading it does not count towards the time of a test.
import '../../../../src/booking/adding/course-add.tsx';
import '../../../../src/booking/waiting-list/join-waiting-list.tsx';

const first = batch({ id: 1, batch_id: 1 });
const second = batch({ id: 2, batch_id: 2, start_date: '2026-12-08', end_date: '2026-12-13' });
const page = '/course-booking/advanced-fire-fighting-408';
const firstDays = '1 Dec 2026 – 6 Dec 2026';
const secondDays = '8 Dec 2026 – 13 Dec 2026';

type Prepared = {
  /** The batches that Book Online offers; by default those of the course page. Null: the course is not sold there. */
  offered?: Batch[] | null;
  /** The batches of the course page. */
  shown?: Batch[];
  settings?: Partial<BookingSettings>;
  cart?: Cart;
  booked?: Enrolment[];
  waiting?: OutboxRow[];
  isOnline?: boolean;
  outcome?: () => FakeOutcome;
  /** If true, no call of the booking gets a response. */
  isServerSilent?: boolean;
};

type Deps = Omit<ComponentProps<typeof BookInPlace>, 'place'>;
const DepsContext = createContext<Deps | null>(null);

function InPlace({ place }: { place: BookingPlace }) {
  const deps = useContext(DepsContext);
  return deps ? <BookInPlace place={place} {...deps} /> : null;
}

/** The page of a course for a signed-in student whose cart is known. */
function StudentsPage({ deps }: { deps: Deps }) {
  const client = useQueryClient();
  const { data: cart } = useQuery(cartQueries.current(studentId));
  const booking = useMemo(() => {
    const coursesInCart = cartContents(cart).courses;
    const linkDeps = { client, studentId, coursesInCart, BookInPlace: InPlace };
    return { linkAt: (place: BookingPlace) => bookingLink(place, linkDeps) };
  }, [client, cart]);
  return (
    <DepsContext value={deps}>
      <CourseBookingContext value={booking}>
        <CoursePage courseId={408} tab="details" today={today} />
      </CourseBookingContext>
    </DepsContext>
  );
}

/** Renders the page of a course with two batches for a signed-in student. Needs fake timers. */
async function openCoursePage(prepared: Prepared = {}) {
  const { offered = [first, second], waiting = [], isOnline = true } = prepared;
  const shown = course({ batches: prepared.shown ?? [first, second], price: { main: 7200 } });
  const ok = (data: unknown) => (_: SentCall) => (prepared.isServerSilent ? 'no answer' : answer(data));
  const answer = (data: unknown) => ({ body: { statusCode: 200, data } });
  let cart = prepared.cart ?? cartOf([]);
  const { api, sent } = answeringApi({
    'GET /api/cms/header': answer({ brand, items: [] }),
    'GET /api/booking-groups/settings': ok({ id: 1, ...prepared.settings }),
    'GET /api/booking-groups/booking-page': ok(offered ? [groupOf({ courses: [{ ...shown, batches: offered }] })] : []),
    'GET /api/users/student/courses': ok(prepared.booked ?? []),
    'GET /api/cart': () => answer(cart),
  });
  const toasts: string[] = [];
  openToastRegion({ show: ({ message }) => toasts.push(message) });
  const fake = fakeOutbox(() => {
    const outcome = prepared.outcome?.() ?? { kind: 'delivered' };
    if (outcome.kind === 'delivered') cart = cartOf([courseLine()]);
    return outcome;
  });
  const deps = { studentId, isOnline, waiting, outbox: fake.outbox };
  const drawn = await renderInPage(<StudentsPage deps={deps} />, {
    api,
    at: page,
    prepare: (client) => client.setQueryData(courseQueries.detail(408).queryKey, shown),
  });
  await advance(50);
  const payloads = () => fake.submitted.map(({ payload }) => payload);
  return { ...drawn, ...fake, sent, toasts, payloads };
}

const region = () => screen.getByRole('region', { name: 'Book Advanced Fire Fighting' });
/** The links “Book” and “Book this course”, which have the role of a button. */
const bookButton = (days: string) => screen.getByRole('button', { name: `Book ${days}` });
const mainButton = () => screen.getAllByRole('button', { name: 'Book this course' })[0] as HTMLElement;

async function press(link: HTMLElement) {
  fireEvent.click(link);
  await advance(50);
}

beforeEach(() => void vi.useFakeTimers({ now: new Date(`${today}T06:00:00Z`) }));
afterEach(() => void vi.useRealTimers());

describe('a signed-in student on a course page', () => {
  it('‘Book’ beside a batch on the course page adds the course with this batch, stays on the page and then links to the cart', async () => {
    const { payloads, router, toasts } = await openCoursePage();
    await press(bookButton(secondDays));
    expect(payloads()).toEqual([{ type: 'course', course_id: 408, batch_id: 2 }]);
    expect(within(region()).getByRole('button', { name: 'Added' })).toBeTruthy();
    expect(toasts).toContain('Item added to cart');
    await advance(2000);
    const [inRow] = within(region()).getAllByRole('link', { name: 'View cart: Advanced Fire Fighting' });
    expect(inRow?.getAttribute('href')).toBe('/course-booking/details');
    expect(router.state.location.pathname).toBe(page);
  });

  it('‘Book this course’ on the course page adds the course with its next batch, and gives the outbox the course’s name and price', async () => {
    const { submitted } = await openCoursePage();
    await press(mainButton());
    expect(submitted).toMatchObject([
      { payload: { course_id: 408, batch_id: 1 }, title: 'Advanced Fire Fighting', quotedPrice: 7200 },
    ]);
  });

  it('a Ctrl click on ‘Book’ on the course page adds nothing and is left to the browser', async () => {
    const { submitted } = await openCoursePage();
    fireEvent.click(bookButton(firstDays), { ctrlKey: true });
    await advance(50);
    expect(submitted).toEqual([]);
    expect(bookButton(firstDays)).toBeTruthy();
  });

  it('the page of a course that is already in the cart says so, and pressing ‘Book’ beside a batch does not add the course again', async () => {
    const { submitted } = await openCoursePage({ cart: cartOf([courseLine()]) });
    expect(screen.queryByText('Book this course')).toBeNull();
    expect(screen.getAllByText(/^In your cart\./)).toHaveLength(2);
    await press(bookButton(secondDays));
    expect(within(region()).getByText(/^In your cart\./)).toBeTruthy();
    expect(submitted).toEqual([]);
  });

  it('pressing ‘Book’ does not add a course again while the outbox still waits to add it', async () => {
    const payload = { type: 'course', course_id: 408, batch_id: 1 } as const;
    const row = waitingRow({ kind: 'cart.add', key: 'k1', title: 'AFF', quotedPrice: 7200, payload });
    const { submitted } = await openCoursePage({ waiting: [row], isOnline: false });
    await press(bookButton(secondDays));
    expect(within(region()).getByRole('button', { name: 'Waiting for connection' })).toBeTruthy();
    expect(submitted).toEqual([]);
  });

  it('pressing ‘Book’ does not add a course again that the outbox has added since the cart was loaded', async () => {
    const payload = { type: 'course', course_id: 408, batch_id: 1 } as const;
    const action = { kind: 'cart.add', key: 'k1', title: 'AFF', quotedPrice: 7200, payload } as const;
    const { submitted } = await openCoursePage({ waiting: [waitingRow(action, { state: 'delivered' })] });
    await press(bookButton(secondDays));
    expect(within(region()).getByText(/^In your cart\./)).toBeTruthy();
    expect(submitted).toEqual([]);
  });

  it('if a batch clashes with a booked course, pressing ‘Book’ shows the clash, and the course is added only after “Add to cart” is pressed', async () => {
    const booked = [enrolment({ course_name: 'Radar', start_date: '2026-12-06', end_date: '2026-12-07' })];
    const { submitted, payloads } = await openCoursePage({ booked });
    await press(bookButton(firstDays));
    expect(within(region()).getByText(/^These dates clash with Radar/)).toBeTruthy();
    expect(submitted).toEqual([]);
    fireEvent.click(within(region()).getByRole('button', { name: 'Add to cart' }));
    await advance(50);
    expect(payloads()).toEqual([{ type: 'course', course_id: 408, batch_id: 1 }]);
  });

  it.each<[string, Prepared]>([
    ['booking is closed', { settings: { enable_booking: false } }],
    ['the course is not sold on Book Online', { offered: null }],
    ['the batch has become full', { offered: [{ ...first, available: 0 }, second] }],
  ])('‘Book’ on the course page opens the Book Online page if %s', async (_, prepared) => {
    const { submitted, router } = await openCoursePage(prepared);
    await press(bookButton(firstDays));
    expect(router.state.location.href).toBe('/course-booking?course=408&batch=1');
    expect(submitted).toEqual([]);
  });

  it('when the server refuses ‘Book’ because the batch is full, the course page offers the waiting list and other dates', async () => {
    const fault: RowFault = { code: 'BATCH_FULL', message: 'No seats are available for this batch.', isFinal: true };
    await openCoursePage({ outcome: () => ({ kind: 'refused', fault }) });
    await press(bookButton(firstDays));
    const inPlace = within(region());
    expect(inPlace.getByRole('alert').textContent).toContain('No seats are available for this batch.');
    expect(inPlace.getByRole('button', { name: /^Join waiting list/ })).toBeTruthy();
    expect(inPlace.getByLabelText<HTMLSelectElement>('Batch of Advanced Fire Fighting').disabled).toBe(false);
  });

  it('‘Book’ pressed offline stores the request on the device and shows that it waits for the connection', async () => {
    const { payloads } = await openCoursePage({
      isOnline: false,
      isServerSilent: true,
      outcome: () => ({ kind: 'queued', key: 'k1' }),
    });
    await press(bookButton(firstDays));
    await advance(3000);
    expect(payloads()).toEqual([{ type: 'course', course_id: 408, batch_id: 1 }]);
    expect(within(region()).getByRole('button', { name: 'Waiting for connection' })).toBeTruthy();
  });

  it('‘Book’ on the course page can also be pressed with the space bar', async () => {
    const { payloads } = await openCoursePage();
    fireEvent.keyDown(bookButton(secondDays), { key: ' ' });
    await advance(50);
    expect(payloads()).toEqual([{ type: 'course', course_id: 408, batch_id: 2 }]);
  });

  it('‘Book’ on the course page adds the course even when the booking settings, batches and booked courses have not loaded in time', async () => {
    const { payloads } = await openCoursePage({ isServerSilent: true });
    await press(bookButton(firstDays));
    await advance(3000);
    expect(payloads()).toEqual([{ type: 'course', course_id: 408, batch_id: 1 }]);
  });

  it('when the only batch of a course is full, “Book this course” and “Waiting list” on the course page link to Book Online', async () => {
    await openCoursePage({ shown: [{ ...first, available: 0 }] });
    const href = '/course-booking?course=408';
    expect(screen.getByRole('link', { name: `Waiting list ${firstDays}` }).getAttribute('href')).toBe(
      `${href}&batch=1`,
    );
    for (const link of screen.getAllByRole('link', { name: 'Book this course' }))
      expect(link.getAttribute('href')).toBe(href);
  });

  it('after ‘Book’ is pressed on the course page, the focus moves to the region that shows the booking', async () => {
    await openCoursePage();
    bookButton(secondDays).focus();
    await press(bookButton(secondDays));
    expect(document.activeElement).toBe(region());
  });
});
