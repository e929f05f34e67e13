import { addDays } from '../../../contract/days.ts';
import type { Overlay } from '../browser/overlays.ts';

/** A day in another month, so that the calendar shows no batch of today, which could not be moved. */
const nextMonth = addDays(new Date().toISOString().slice(0, 10), 45);
const moreForMember = ['button', /^Change the account of Capt\. Iqbal Khan/] as const;
const moreForStudent = ['button', 'More for Asha Nair'] as const;

/**
 * The dialogs, menus and lists of options of the console that can be opened even if the site has little data. The keys
 * are the paths of their pages, without `/staff`. `roster`: id of a batch of today. `order`: number of a paid order
 * with an amount due and a failed refund. Notice 1 must have a draft, and one student must be on a waiting list.
 */
export const consoleOverlays = ({ roster, order }: { roster: number; order: string }): Record<string, Overlay[]> => ({
  '': [[['button', 'Search everywhere']], [['button', 'Anita Rao']]],
  '/account': [
    [['button', 'Change password']],
    [['button', 'Set up a new one']],
    [['button', 'Remove']],
    [['button', 'Add a passkey']],
  ],
  '/members': [
    [['button', 'Invite']],
    [moreForMember],
    [moreForMember, ['menuitem', 'Change role']],
    [moreForMember, ['menuitem', 'Connect with an instructor']],
    [moreForMember, ['menuitem', /^Reset/]],
    [moreForMember, ['menuitem', /^Disable/]],
  ],
  '/settings': [[['button', 'Change settings']]],
  '/money': [[['button', 'Request again']], [['button', 'Record as paid by hand']]],
  '/money?tab=policy': [[['button', 'Change policy']]],
  [`/calendar?day=${nextMonth} -> /staff/batches/`]: [
    [['button', 'Change']],
    [['button', 'Move batch']],
    [['button', 'Cancel batch']],
  ],
  '/calendar/new': [[['combobox', 'Course']]],
  [`/rosters/${roster}`]: [
    [['button', 'Download']],
    [moreForStudent],
    [moreForStudent, ['menuitem', 'Result and remark']],
    [moreForStudent, ['menuitem', 'Send joining instructions']],
    [moreForStudent, ['menuitem', 'Issue certificate']],
  ],
  '/students': [[['button', 'New student']]],
  '/students -> /staff/students/': [
    [['button', 'Change profile']],
    [['button', 'Add money']],
    [['button', /^(Forbid|Allow) booking$/]],
  ],
  [`/orders/${order}`]: [
    [['button', 'Record payment']],
    [['button', 'Cancel booking']],
    [['button', /^Move /]],
    // The question whether to discard the entered data must be the last in this list, because the form behind the
    // question stays open.
    [
      ['button', 'Cancel booking'],
      ['radio', 'Nothing'],
      ['button', 'Close without change'],
    ],
  ],
  '/waiting-lists -> /staff/waiting-lists/': [[['button', /^Remove /]]],
  '/orders/new': [
    [['button', /^Not found/]],
    [['button', 'Read the booking terms']],
    [['combobox', 'Course or package']],
  ],
  '/content/courses/408': [[['button', /^Upload a picture/]]],
  '/content/notices/1': [[['button', 'Insert table']], [['button', 'Publish…']], [['button', 'Discard draft']]],
  '/content/venues -> /staff/content/venues/': [[['button', 'Remove venue']]],
});
