import { counted } from '../../../contract/counted.ts';
import {
  type ConsoleSettingName,
  type ConsoleSettings,
  consoleSettingNames,
  type SettingsOverview,
} from '../../../contract/staff/settings.ts';

/** The name of each setting, as staff see it. */
export const settingNames: Record<ConsoleSettingName, string> = {
  enable_booking: 'Online booking',
  require_login: 'Book Online',
  booking_title: 'Title of Book Online',
  booking_description: 'Text below the title',
  payment_note: 'Note about the payment',
};

/** The value of a setting, as staff see it. */
export function valueText(name: ConsoleSettingName, value: string | boolean): string {
  if (name === 'enable_booking') return value ? 'open' : 'closed';
  if (name === 'require_login') return value ? 'only for students who have signed in' : 'open to all visitors';
  return value === '' ? 'none' : `“${value}”`;
}

const bookingTexts = {
  closed: ({ carts, paying }: Counts) => [
    'Book Online and the checkout say “Online booking is closed at present.”, with your phone number.',
    ...(carts > 0
      ? [
          `${counted(carts, 'student has', 'students have')} something in the cart. Carts stay as they are, but nobody can pay.`,
        ]
      : []),
    ...(paying > 0
      ? [`${counted(paying, 'student has', 'students have')} begun to pay. They can finish, and are booked.`]
      : []),
    'Nobody can join a waiting list, no seat is offered, and nobody misses a deadline.',
    'Bookings stay as they are. Sales at the office are possible as before.',
  ],
  open: () => ['Students can book and pay at once, with what they have in the cart.'],
};

const texts = {
  require_login: {
    on: 'Visitors who have not signed in are led from Book Online to the sign-in.',
    off: 'Visitors see courses, dates and seats in Book Online without signing in. To book, they still sign in.',
  },
  booking_title: 'It is the heading of Book Online.',
  booking_description: 'It is shown below the heading of Book Online.',
  payment_note: 'Students read it before they pay.',
} as const;

type Counts = Pick<SettingsOverview, 'carts' | 'paying'>;
/** A change of one setting: its values before and after as texts, and what students will notice. */
type SettingEffect = { name: ConsoleSettingName; before: string; after: string; effects: string[] };

function effectsOf(name: ConsoleSettingName, after: string | boolean, counts: Counts): string[] {
  if (name === 'enable_booking') return bookingTexts[after ? 'open' : 'closed'](counts);
  if (name === 'require_login') return [texts.require_login[after ? 'on' : 'off']];
  return [texts[name]];
}

/**
 * Describes what changes for students if the settings in `changed` are saved. Settings with an unchanged value are left
 * out.
 */
export function describeChanges(
  { settings, ...counts }: Pick<SettingsOverview, 'settings'> & Counts,
  changed: Partial<ConsoleSettings>,
): SettingEffect[] {
  return consoleSettingNames.flatMap((name) => {
    const after = changed[name];
    if (after === undefined || after === settings[name]) return [];
    const [from, to] = [valueText(name, settings[name]), valueText(name, after)];
    return [{ name, before: from, after: to, effects: effectsOf(name, after, counts) }];
  });
}
