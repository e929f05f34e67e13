import type { QueryClient } from '@tanstack/react-query';
import { findSaved } from '../missing-page.ts';
import { departmentQueries } from './department.queries.ts';
import { type DepartmentHead, departmentHead } from './department-head.ts';

type FoundDepartment = { id: number; slug: string; head: DepartmentHead };

/**
 * Prefetches the departments. Only the server waits for them: in the browser the page opens at once with skeletons, and
 * the page itself shows an error if they cannot be loaded. @throws ApiError on the server
 */
export async function loadDepartments(client: QueryClient): Promise<void> {
  if (import.meta.env.SSR) await client.ensureQueryData(departmentQueries.list());
  else void client.prefetchQuery(departmentQueries.list());
}

/** Loads the department with the id in the URL. Null if it does not exist or is not shown. @throws ApiError */
export async function loadDepartment(client: QueryClient, idText: string): Promise<FoundDepartment | null> {
  if (!/^\d{1,9}$/.test(idText)) return null;
  const id = Number(idText);
  const department = id > 0 ? await findSaved(client, departmentQueries.detail(id)) : null;
  return department && { id: department.id, slug: department.slug, head: departmentHead(client, department) };
}
