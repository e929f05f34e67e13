import { bookingSettingsSchema, getBookingSettings, listBookingPage } from '../../contract/booking.ts';
import { readColumns } from '../http/column-list.ts';
import type { Mount } from '../http/mount/mount.ts';
import { previewDatabase } from '../http/preview-database.ts';
import { notFound, signInNeeded } from '../http/refusal.ts';
import { type BookingDeps, readBookingPage } from './booking-page.ts';
import { readSettings } from './settings.repo.ts';

const settingsColumns = bookingSettingsSchema.keyof().options;

export function bookingRoutes<Stored>(mount: Mount, deps: BookingDeps<Stored>): void {
  mount(listBookingPage, async ({ db, query, reply }) => {
    const [settings, subject] = await Promise.all([readSettings(db), deps.findSubject(reply.request)]);
    // An editor's preview shows the page as every signed-in student sees it. `previewDatabase` is set only while this
    // server itself renders a preview, so no visitor can use it to avoid the sign-in.
    const isVisible = subject !== null || settings?.require_login === false || previewDatabase() !== undefined;
    if (!isVisible) throw signInNeeded();
    return { statusCode: 200, data: await readBookingPage(db, deps, query, subject?.studentId ?? null) };
  });

  mount(getBookingSettings, async ({ db, query }) => {
    const columns = readColumns(query.columns, settingsColumns) ?? settingsColumns;
    const settings = await readSettings(db);
    if (!settings) throw notFound();
    const chosen = Object.fromEntries(columns.map((name) => [name, settings[name]]));
    return { statusCode: 200, data: { ...chosen, id: settings.id } };
  });
}
