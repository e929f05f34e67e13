import { getCmsPage } from '../../contract/cms.ts';
import {
  getAntiRagging,
  getGrievancePage,
  getPolicyVersion,
  getPrivacyPolicy,
  getRefundPolicy,
  getTerms,
} from '../../contract/policies.ts';
import { listRedirects } from '../../contract/redirects.ts';
import type { Mount } from '../http/mount/mount.ts';
import {
  readAntiRagging,
  readCmsPage,
  readGrievancePage,
  readPolicy,
  readPolicyVersion,
  readRedirects,
} from './content.repo.ts';

/** The calls for CMS pages, policies and the redirects of the old site (docs/product.md#pages-and-content). */
export function pageRoutes(mount: Mount): void {
  mount(getCmsPage, async ({ db, params }) => ({ statusCode: 200, data: await readCmsPage(db, params.name) }));
  mount(getTerms, async ({ db }) => ({ statusCode: 200, data: await readPolicy(db, 'terms') }));
  mount(getRefundPolicy, async ({ db }) => ({ statusCode: 200, data: await readPolicy(db, 'refund-policy') }));
  mount(getPrivacyPolicy, async ({ db }) => ({ statusCode: 200, data: await readPolicy(db, 'privacy-policy') }));
  mount(getAntiRagging, async ({ db }) => ({ statusCode: 200, data: await readAntiRagging(db) }));
  mount(getGrievancePage, async ({ db }) => ({ statusCode: 200, data: await readGrievancePage(db) }));
  mount(getPolicyVersion, async ({ db, params }) => ({ statusCode: 200, data: await readPolicyVersion(db, params) }));
  mount(listRedirects, async ({ db }) => ({ statusCode: 200, data: await readRedirects(db) }));
}
