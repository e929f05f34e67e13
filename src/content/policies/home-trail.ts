import { paths } from '../../../contract/pages.ts';

/** What stands above a page of rules. */
export const homeTrail = [{ label: 'Home', url: paths.home }];
