import { expect, it } from 'vitest';
import { resends } from '../../server/orders/staff/resend-email.ts';
import { staffActionTitles } from '../../server/orders/staff/timeline.repo.ts';
import { readSource, sourceFiles } from './source-files.ts';

it('staff can send every kind of email again from an order, except for those in the list of emails that are not about orders', () => {
  const notAboutOrders = [
    ...[
      'certificate',
      'certificate-revoked',
      'contact-changed',
      'document-ends',
      'document-rejected',
      'enquiry-reply',
      'password-changed',
    ],
    ...['password-ended', 'password-reset', 'staff-account', 'staff-invitation', 'submission', 'waiting-end'],
    'waiting-offer',
  ];
  const server = sourceFiles().filter((file) => file.startsWith('server/'));
  const source = server.map(readSource).join('\n');
  const keys = [...source.matchAll(/dedupeKey: (?:`([a-z-]+):|(\w+)\()/g)];
  const kinds = keys.map(([, kind, key]) => kind ?? RegExp(`${key} = .*=> \`([a-z-]+):`).exec(source)?.[1] ?? key);
  expect([...new Set(kinds)].toSorted()).toEqual([...Object.keys(resends), ...notAboutOrders].toSorted());
});

it('every staff action on an order in the server code has a title in the order’s timeline', () => {
  const server = sourceFiles().filter((file) => file.startsWith('server/orders/'));
  const source = server.map(readSource).join('\n');
  const actions = [...source.matchAll(/(?:action: |[?:] )'((?:order|refund|office) [a-z ]+)'/g)].map(
    ([, name]) => name,
  );
  const isOfOrder = (name = '') => !['refund policy', 'refund state'].includes(name);
  expect([...new Set(actions.filter(isOfOrder))].toSorted()).toEqual(Object.keys(staffActionTitles).toSorted());
});
