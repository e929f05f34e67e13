import { expect, it } from 'vitest';
import { routeFilesOf } from '../../../server/html/route-files.ts';

const split = '?tsr-split=component';
const keys = [
  'src/shell.html',
  'src/offline/outbox/page-outbox.ts',
  ...[
    'index',
    'login',
    'courses-list',
    'course-booking.index',
    'course-booking.$title',
    'course-booking.details',
    'course-booking.checkout',
    'course-booking.checkout.information',
    'course-booking.checkout.confirmation.$id',
  ].map((name) => `src/routes/${name}.tsx${split}`),
];
const filesOf = (pathname: string) =>
  routeFilesOf(keys, pathname).map((key) => key.replace('src/routes/', '').replace(`.tsx${split}`, ''));

it.each([
  ['/', ['index']],
  ['/login', ['login']],
  ['/course-booking', ['course-booking.index']],
  ['/course-booking/', ['course-booking.index']],
  ['/course-booking/details', ['course-booking.details']],
  ['/course-booking/efa-101', ['course-booking.$title']],
  ['/course-booking/checkout/information', ['course-booking.checkout', 'course-booking.checkout.information']],
  [
    '/course-booking/checkout/confirmation/LF-1',
    ['course-booking.checkout', 'course-booking.checkout.confirmation.$id'],
  ],
  ['/nowhere', []],
])('routeFilesOf finds the source files of the routes that the page %s needs: %j', (pathname, files) => {
  expect(filesOf(pathname)).toEqual(files);
});
