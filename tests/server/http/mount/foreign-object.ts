import type { StaffRole } from '../../../../contract/staff/permissions.ts';
import type { ApiDriver, ApiRequest } from '../api-driver.ts';

/**
 * A staff member's request, without headers, about an object that belongs to somebody else or does not exist.
 * `expected` is the HTTP status for the roles that have the call's permission, except for those in `expectedOf`.
 */
export type ForeignObject = {
  request(api: ApiDriver): Promise<ApiRequest>;
  expected: number;
  expectedOf?: Partial<Record<StaffRole, number>>;
};

/** A request about an object that does not exist. */
export const unknownObject = (url: string, body?: object): ForeignObject => ({
  request: async () => ({ url, ...(body ? { body } : {}) }),
  expected: 404,
});
