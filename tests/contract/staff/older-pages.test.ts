import { expect, it } from 'vitest';
import { removeContent } from '../../../contract/staff/content.ts';
import { changeDaysOff } from '../../../contract/staff/days-off.ts';
import { olderPage } from '../../../contract/staff/staff-endpoint.ts';

const daysOff = { weekly_off: [], holidays: [], breaks: [], reason: 'a new holiday' };

it.each([
  ['changes days off', changeDaysOff.body, daysOff, 'seen'],
  ['takes a document off the site', removeContent.body, { reason: 'no longer true' }, 'revision'],
])(
  'a request of a staff page from an earlier release, which %s, is refused with an error that asks to reload the page',
  (_, schema, body, field) => {
    expect(schema.safeParse(body).error?.issues).toMatchObject([{ path: [field], message: olderPage }]);
  },
);
