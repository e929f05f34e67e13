import { expect, it } from 'vitest';
import { cartContents, hasTrouble, lineCourses, lineName } from '../../machines/cart-lines.ts';
import { courseLine, packageLine } from '../src/cart/carts.ts';
import { cart } from '../src/checkout/orders.ts';

const whole = cart({ items: [courseLine(), packageLine()] });
const unknownLine = { id: 9, type: 'course', quantity: 1, price: { main: 0 } } as const;

it('cartContents returns the package ids of a cart and all its course ids, including the courses of the packages', () => {
  expect(cartContents(whole)).toEqual({ courses: new Set([408, 401, 402]), packages: new Set([801]) });
  expect(cartContents(undefined)).toEqual({ courses: new Set(), packages: new Set() });
});

it('lineCourses returns the courses of a cart line with their batches and, for a batch that cannot be booked, the reason', () => {
  const course = courseLine('closed');
  expect(lineCourses(course)).toEqual([
    { courseId: 408, courseName: 'Advanced Fire Fighting', batch: course.course?.batch, trouble: 'closed' },
  ]);
  const bundle = packageLine('full');
  const [first, second] = bundle.package?.batches ?? [];
  expect(lineCourses(bundle)).toEqual([
    { courseId: 401, courseName: 'Survival Techniques', batch: first?.batch, trouble: null },
    { courseId: 402, courseName: 'Elementary First Aid', batch: second?.batch, trouble: 'full' },
  ]);
  expect(lineCourses(unknownLine)).toEqual([]);
});

it('a full batch in which the student has a seat counts as booked, not as full, because this seat may have filled the batch', () => {
  const { course } = courseLine('booked');
  const line = { ...courseLine(), ...(course ? { course: { ...course, trouble: 'full' as const } } : {}) };
  expect(lineCourses(line).map(({ trouble }) => trouble)).toEqual(['booked']);
});

it('the name of a cart line is the name of its course or package', () => {
  expect(whole.items.map(lineName)).toEqual(['Advanced Fire Fighting', 'Basic Safety Pack']);
  expect(lineName(unknownLine)).toBe('');
});

it('hasTrouble is true for a cart line if one of its batches cannot be booked', () => {
  const lines = [courseLine(), courseLine('booked'), courseLine('started'), packageLine(), packageLine('full')];
  expect(lines.map(hasTrouble)).toEqual([false, true, true, false, true]);
});
