import { expect, it } from 'vitest';
import { queuedAttendances } from '../../../src/booking/queued-attendances.ts';
import type { OutboxAction } from '../../../src/offline/outbox/row.ts';
import { addRow } from '../../../src/offline/outbox/row-rules.ts';
import { batch, today } from '../catalogue/academy.ts';
import { addCourse } from '../offline/outbox/fake-device.ts';
import { groupOf, offered, pack } from './open-booking-page.tsx';

const chosen = batch({ id: 4080, batch_id: 4080 });
const later = batch({ id: 2, batch_id: 2, start_date: '2026-12-15', end_date: '2026-12-20' });
const sooner = batch({ id: 3, batch_id: 3, start_date: '2026-12-08', end_date: '2026-12-13' });
const full = batch({ id: 4, batch_id: 4, start_date: '2026-12-22', end_date: '2026-12-23', available: 0 });
const course = offered(408, 'Fire Fighting', [later, chosen, full, sooner]);

it('queuedAttendances returns a course that the outbox still has to add to the cart, with its bookable batches, earliest first', () => {
  const { rows } = addRow([], addCourse(408), 'asha', 0);
  const [queued] = queuedAttendances(rows, [groupOf({ courses: [course] })], today);
  expect(queued).toMatchObject({ courseName: 'Fire Fighting', batch: { id: 4080 }, source: 'queued' });
  expect(queued?.batches.map(({ id }) => id)).toEqual([4080, 3, 2]);
});

it('queuedAttendances returns each course of a package that the outbox still has to add to the cart, with its bookable batches', () => {
  const action: OutboxAction = {
    ...addCourse(401),
    kind: 'cart.add',
    payload: { type: 'package', package_id: pack.id, batches: [{ course_id: 408, batch_id: 4080 }] },
  };
  const { rows } = addRow([], action, 'asha', 0);
  const groups = [groupOf({ packages: [{ ...pack, courses: [course] }] })];
  expect(queuedAttendances(rows, groups, today).map(({ batches }) => batches.length)).toEqual([3]);
});
