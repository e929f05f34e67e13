import { getBookingSettings } from '../../contract/booking.ts';
import { listCoursesByCategory } from '../../contract/catalogue.ts';
import { categories } from '../../contract/categories.ts';
import { cmsPageNames, getCmsPage } from '../../contract/cms.ts';
import { getFooter, getHeader, getHome } from '../../contract/content.ts';
import { listDepartments } from '../../contract/departments.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpointUrl } from '../../contract/endpoint-url.ts';
import { courseCardsCall, departmentCall, departmentsCall } from '../../contract/page-calls.ts';
import {
  getAntiRagging,
  getGrievancePage,
  getPrivacyPolicy,
  getRefundPolicy,
  getTerms,
} from '../../contract/policies.ts';

const policies: Endpoint[] = [getTerms, getRefundPolicy, getPrivacyPolicy, getAntiRagging, getGrievancePage];

/** Paths of the API calls that most pages make: for header, footer, home page, course lists and booking settings. */
export function commonCalls(): string[] {
  const lists = categories.map(({ id }) => courseCardsCall(id));
  return [
    ...[getHeader, getFooter, getHome, getBookingSettings].map((endpoint) => endpointUrl(endpoint, {})),
    ...lists.map((call) => endpointUrl(listCoursesByCategory, call)),
  ];
}

/** Paths of the API calls for the pages of the content (CMS), the policies and the departments. */
export function pageCalls(departmentIds: readonly number[]): string[] {
  return [
    ...cmsPageNames.map((name) => endpointUrl(getCmsPage, { params: { name } })),
    ...policies.map((endpoint) => endpointUrl(endpoint, {})),
    endpointUrl(listDepartments, departmentsCall()),
    ...departmentIds.map((id) => endpointUrl(listDepartments, departmentCall(id))),
  ];
}
