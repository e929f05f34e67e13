import { expect, it } from 'vitest';
import { storeUnlessLoaded } from '../../../../src/booking/adding/store-add.ts';
import { fakeOutbox } from '../../cart/fake-outbox.ts';

const payload = { type: 'course', course_id: 408, batch_id: 4080 } as const;

/** `page.student`: who is signed in. `submittedBy`: the student of each change that the outbox has received. */
function openAdds() {
  const page = { student: 'asha' };
  const { outbox, submitted, submittedBy, isShown } = fakeOutbox(() => ({ kind: 'queued', key: 'add' }));
  const describeItem = () => ({ title: 'Fire Fighting', quotedPrice: 8024 });
  return {
    page,
    submitted,
    submittedBy,
    isShown,
    adds: { outbox, identified: async () => ({ id: page.student }), describeItem },
  };
}

it('a course to be added to the cart is stored in the outbox when the JavaScript of its card cannot be loaded', async () => {
  const { adds, submitted, isShown } = openAdds();
  expect(await storeUnlessLoaded(() => Promise.reject(new TypeError('Failed to fetch')), adds, payload)).toBe(true);
  expect(submitted).toMatchObject([{ kind: 'cart.add', payload, title: 'Fire Fighting', quotedPrice: 8024 }]);
  // Nothing else on the page would show that the server refuses this addition, so the list of waiting changes must.
  expect(isShown()).toBe(false);
});

it('a course is added for the student who pressed the button, even if somebody else signs in while the card’s JavaScript loads', async () => {
  const { page, adds, submittedBy } = openAdds();
  const load = async () => {
    page.student = 'dev';
    throw new TypeError('Failed to fetch');
  };
  await storeUnlessLoaded(load, adds, payload);
  expect(submittedBy).toEqual(['asha']);
});

it('storeUnlessLoaded stores nothing in the outbox when the JavaScript of the course card has loaded', async () => {
  const { adds, submitted } = openAdds();
  expect(await storeUnlessLoaded(async () => null, adds, payload)).toBe(false);
  expect(submitted).toEqual([]);
});
