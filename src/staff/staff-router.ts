import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { accountRoute } from './account/account-feature.ts';
import { auditEntry, auditRoute } from './audit/audit-feature.ts';
import {
  batchRoute,
  calendarEntry,
  calendarRoute,
  daysOffRoute,
  newBatchesRoute,
} from './calendar/calendar-feature.ts';
import { contentEntry, contentRoute, contentStartRoute, documentRoute } from './content/content-feature.ts';
import { documentsEntry, documentsRoute } from './documents/documents-feature.ts';
import { emailsEntry, emailsRoute } from './emails/emails-feature.ts';
import { enquiriesEntry, enquiriesRoute, enquiryRoute, templatesRoute } from './enquiries/enquiries-feature.ts';
import type { NavigationEntry } from './frame/navigation.ts';
import { rootRoute, shellRoute, signInRoute } from './frame/root-routes.tsx';
import { RouteError } from './frame/route-error.tsx';
import { UnknownPage } from './frame/unknown-page.tsx';
import { invitationRoute } from './invitation/invitation-feature.ts';
import { membersEntry, membersRoute } from './members/members-feature.ts';
import { moneyEntry, moneyRoute } from './money/money-feature.ts';
import { officeSaleRoute, orderRoute, ordersEntry, ordersRoute } from './orders/orders-feature.ts';
import { reportsEntry, reportsRoute } from './reports/reports-feature.ts';
import { rosterRoute, rostersEntry, rostersRoute } from './rosters/rosters-feature.ts';
import { settingsEntry, settingsRoute } from './settings/settings-feature.ts';
import { studentImportRoute, studentRoute, studentsEntry, studentsRoute } from './students/students-feature.ts';
import { todayEntry, todayRoute } from './today/today-feature.ts';
import { waitingListRoute, waitingListsEntry, waitingListsRoute } from './waiting-lists/waiting-lists-feature.ts';

/** The entries of the console's menu, from top to bottom. */
const navigation: readonly NavigationEntry[] = [
  todayEntry,
  ordersEntry,
  moneyEntry,
  reportsEntry,
  calendarEntry,
  studentsEntry,
  documentsEntry,
  rostersEntry,
  waitingListsEntry,
  enquiriesEntry,
  emailsEntry,
  contentEntry,
  settingsEntry,
  membersEntry,
  auditEntry,
];

const routeTree = rootRoute.addChildren([
  signInRoute,
  invitationRoute,
  shellRoute.addChildren([
    todayRoute,
    ...[calendarRoute, newBatchesRoute, daysOffRoute, batchRoute],
    ...[ordersRoute, officeSaleRoute, orderRoute, moneyRoute, reportsRoute],
    ...[studentsRoute, studentImportRoute, studentRoute],
    documentsRoute,
    ...[waitingListsRoute, waitingListRoute],
    ...[rostersRoute, rosterRoute],
    ...[enquiriesRoute, templatesRoute, enquiryRoute],
    ...[contentStartRoute, contentRoute, documentRoute],
    ...[emailsRoute, settingsRoute],
    membersRoute,
    accountRoute,
    auditRoute,
  ]),
]);

/**
 * Creates the console's router. Each task has its own folder, which exports the routes of the task and its menu entry.
 */
export function createStaffRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client, navigation },
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: UnknownPage,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createStaffRouter>;
  }
}
