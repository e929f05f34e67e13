import { paths } from '../../../contract/pages.ts';

/** Breadcrumb of the policy pages and the grievance page. */
export const homeTrail = [{ label: 'Home', url: paths.home }];
