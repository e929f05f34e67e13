import { getBookingSettings } from '../../contract/booking.ts';
import { listCoursesByCategory } from '../../contract/catalogue.ts';
import { categories } from '../../contract/categories.ts';
import { cmsPageNames, getCmsPage } from '../../contract/cms.ts';
import { getFooter, getHeader, getHome } from '../../contract/content.ts';
import { listDepartments } from '../../contract/departments.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpointUrl } from '../../contract/endpoint-url.ts';
import { coursesOnListPage } from '../../contract/limits.ts';
import { departmentCall, departmentsCall, shelfCall } from '../../contract/page-calls.ts';
import {
  getAntiRagging,
  getGrievancePage,
  getPrivacyPolicy,
  getRefundPolicy,
  getTerms,
} from '../../contract/policies.ts';

const policies: Endpoint[] = [getTerms, getRefundPolicy, getPrivacyPolicy, getAntiRagging, getGrievancePage];

/** Calls behind every page: header, footer, Home, the course lists, and whether booking is open. */
export function frameCalls(): string[] {
  const shelves = categories.flatMap(({ id }) => [shelfCall(id), shelfCall(id, coursesOnListPage)]);
  return [
    ...[getHeader, getFooter, getHome, getBookingSettings].map((endpoint) => endpointUrl(endpoint, {})),
    ...shelves.map((call) => endpointUrl(listCoursesByCategory, call)),
  ];
}

/** Calls of the CMS pages, the policies and the departments. */
export function pageCalls(departmentIds: readonly number[]): string[] {
  return [
    ...cmsPageNames.map((name) => endpointUrl(getCmsPage, { params: { name } })),
    ...policies.map((endpoint) => endpointUrl(endpoint, {})),
    endpointUrl(listDepartments, departmentsCall()),
    ...departmentIds.map((id) => endpointUrl(listDepartments, departmentCall(id))),
  ];
}
