import { greet } from '../auth/greeting.ts';
import { readAcademyCalendar } from '../content/academy-calendar.repo.ts';
import { listEnrolled } from '../enrolments/enrolment.repo.ts';
import { openFile } from '../files/open-file.ts';
import { today } from '../http/clock.ts';
import { joiningParts } from '../orders/messages/order-emails.ts';
import { rosterRoutes } from '../rosters/rosters.routes.ts';
import type { AppContext } from './app-context.ts';

/** Sets up the calls for rosters, attendance, results and certificates. */
export function composeRosters({ clock, mount, ports }: AppContext): void {
  rosterRoutes(mount, {
    openFile: (request, id) => openFile(ports.blobs, request, id, null),
    ...{ clock, mail: ports.mail, greet, joiningParts, readCalendar: readAcademyCalendar },
    listBookings: (db, studentId) => listEnrolled(db, studentId, today(clock)),
  });
}
