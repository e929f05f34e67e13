import { queryOptions } from '@tanstack/react-query';
import { type Department, listDepartments } from '../../../contract/departments.ts';
import { cacheTimes } from '../../../contract/limits.ts';
import { departmentCall, departmentsCall } from '../../../contract/page-calls.ts';
import { callSaved } from '../../offline/saved/saved-call.ts';

const cacheOptions = {
  staleTime: cacheTimes.departments.fresh,
  gcTime: cacheTimes.departments.inMemory,
  meta: { persist: 'public' },
};

const isShown = ({ status, show_on_website }: Department) => status === 'active' && show_on_website;

/**
 * Queries for the departments that are active and shown on the site. `list`: all of them, with counts of faculty and
 * courses. `detail`: one department with all fields, or null if it does not exist. @throws ApiError
 */
export const departmentQueries = {
  all: () => ['departments'] as const,
  list: () =>
    queryOptions({
      queryKey: [...departmentQueries.all(), 'list'],
      queryFn: async (context): Promise<Department[]> => {
        const { data } = await callSaved(context, listDepartments, departmentsCall());
        return data.dept.filter(isShown);
      },
      ...cacheOptions,
    }),
  detail: (departmentId: number) =>
    queryOptions({
      queryKey: [...departmentQueries.all(), 'department', departmentId],
      queryFn: async (context): Promise<Department | null> => {
        const { data } = await callSaved(context, listDepartments, departmentCall(departmentId));
        return data.dept.find((one) => one.id === departmentId && isShown(one)) ?? null;
      },
      ...cacheOptions,
    }),
};
