import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod';
import type { NavigationEntry } from '../frame/navigation.ts';
import { requirePermission, shellRoute } from '../frame/root-routes.tsx';
import { searchTextSchema } from '../lists/search-text.ts';

const searchSchema = z.object({ q: searchTextSchema(200) });

export const studentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/students',
  validateSearch: (search: { q?: string }) => searchSchema.parse(search),
  beforeLoad: requirePermission('students.read'),
  component: lazyRouteComponent(() => import('./students-page.tsx'), 'StudentsPage'),
});

export const studentImportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/students/import',
  beforeLoad: requirePermission('students.manage'),
  component: lazyRouteComponent(() => import('./import/import-page.tsx'), 'ImportPage'),
});

export const studentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/students/$id',
  beforeLoad: requirePermission('students.read'),
  component: lazyRouteComponent(() => import('./student-page.tsx'), 'StudentPage'),
});

export const studentsEntry: NavigationEntry = {
  label: 'Students',
  to: '/staff/students',
  icon: 'users',
  permissions: ['students.read'],
};
