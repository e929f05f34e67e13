import type { QueryClient } from '@tanstack/react-query';
import { departmentQueries } from './department.queries.ts';
import { type DepartmentHead, departmentHead } from './department-head.ts';

/** What the address of a department's page names, and what there is at it. */
export type FoundDepartment = { id: number; slug: string; head: DepartmentHead };

/**
 * Asks for the departments. Only the server waits: in the browser the page opens at once with skeletons, and a failure is
 * the page's to show. @throws ApiError on the server
 */
export async function loadDepartments(client: QueryClient): Promise<void> {
  if (import.meta.env.SSR) await client.ensureQueryData(departmentQueries.list());
  else void client.prefetchQuery(departmentQueries.list());
}

/** The department of an id as an address spells it; null where no department that is shown has it. @throws ApiError */
export async function loadDepartment(client: QueryClient, idText: string): Promise<FoundDepartment | null> {
  if (!/^\d{1,9}$/.test(idText)) return null;
  const query = departmentQueries.detail(Number(idText));
  const department = Number(idText) > 0 ? await client.ensureQueryData({ ...query, revalidateIfStale: true }) : null;
  return department && { id: department.id, slug: department.slug, head: departmentHead(client, department) };
}
