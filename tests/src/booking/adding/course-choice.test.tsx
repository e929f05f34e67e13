import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CourseChoice } from '../../../../src/booking/adding/course-choice.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { fakeOutbox } from '../../cart/fake-outbox.ts';
import { batch, today } from '../../catalogue/academy.ts';

// Import the code of the machine here, so that loading it does not count towards the time of a test.
import '../../../../src/booking/adding/course-add.tsx';

const batches = [batch({ id: 4080 }), batch({ id: 4081, start_date: '2027-03-01', end_date: '2027-03-06' })];

/**
 * `restoredKey`: the idempotency key with which the course was added to the cart on an earlier visit. `submitted`: the
 * changes that the outbox has received.
 */
function createChoice(more: { preferredBatch?: number | undefined; restoredKey?: string; isInCart?: boolean }) {
  const { outbox, submitted } = fakeOutbox(() => ({ kind: 'delivered' }));
  const adds = {
    outbox,
    identified: async () => null,
    describeItem: () => ({ title: 'Fire Fighting', quotedPrice: 8024 }),
  };
  const choice = (
    <CourseChoice
      course={{ id: 408, name: 'Fire Fighting', prerequisites: [] }}
      batches={batches}
      isInCart={false}
      restoredKey={undefined}
      booking={{ adds, ownKeys: new Set(), today, phone: null, isOnline: true, studentId: null, loginHref: '/login' }}
      {...more}
    />
  );
  return { choice, submitted };
}

/** The server-rendered choice of a batch of Fire Fighting, before any script has run. `hydrate` runs the scripts. */
function openServerRendered(preferredBatch?: number) {
  const { choice: inside, submitted } = createChoice({ preferredBatch });
  const choice = <QueryClientProvider client={new QueryClient()}>{inside}</QueryClientProvider>;
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(choice);
  const chooseBatch = (id: number) => {
    const select = container.querySelector('select');
    if (select) select.value = String(id);
  };
  return { chooseBatch, submitted, hydrate: () => render(choice, { container, hydrate: true }) };
}

// This test must be the first one: once the code is loaded, cards show the machine's controls at once.
it('the focus stays on the batch selector or the add button of a course card while the card’s JavaScript loads', async () => {
  const { hydrate } = openServerRendered();
  hydrate();
  const select = screen.getByRole('combobox');
  select.focus();
  fireEvent.change(select, { target: { value: '4081' } });
  expect(document.activeElement).toBe(select);
  const button = screen.getByRole('button', { name: 'Add to cart' });
  button.focus();
  await expect.poll(() => button.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add to cart' }));
});

it('adding a course to the cart uses the batch that was chosen before the page’s scripts ran', async () => {
  const { chooseBatch, hydrate, submitted } = openServerRendered();
  chooseBatch(4081);
  hydrate();
  fireEvent.click(screen.getByRole('button', { name: 'Add to cart' }));
  await expect
    .poll(() => submitted.map(({ payload }) => payload))
    .toEqual([{ type: 'course', course_id: 408, batch_id: 4081 }]);
});

it('a batch chosen before the page’s scripts ran is added to the cart instead of the batch that the course page preselected', async () => {
  const { chooseBatch, hydrate, submitted } = openServerRendered(4080);
  chooseBatch(4081);
  hydrate();
  fireEvent.click(screen.getByRole('button', { name: 'Add to cart' }));
  await expect
    .poll(() => submitted.map(({ payload }) => payload))
    .toEqual([{ type: 'course', course_id: 408, batch_id: 4081 }]);
});

it('loading the JavaScript of a course card does not move the focus when the course page has preselected a batch', async () => {
  const { hydrate } = openServerRendered(4080);
  hydrate();
  expect(await screen.findByRole('button', { name: 'Add to cart' })).toHaveProperty('dataset.stage', 'ready');
  expect(document.activeElement).toBe(document.body);
});

it('a course card says “In your cart” once the outbox has delivered a course that was added on an earlier visit', async () => {
  await renderInPage(createChoice({ restoredKey: 'earlier', isInCart: true }).choice, answeringApi({}));
  await screen.findByText(/^In your cart/);
  expect(screen.queryByText(/Saved on this device/)).toBeNull();
});
