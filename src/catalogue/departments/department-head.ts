import type { QueryClient } from '@tanstack/react-query';
import type { Department } from '../../../contract/departments.ts';
import { departmentPath, paths } from '../../../contract/pages.ts';
import { type StructuredTrail, structuredTrail } from '../../lib/structured-data.ts';

/** Options of `pageHead` for a department's page. */
export type DepartmentHead = {
  title: string;
  description: string;
  path: string;
  isWholeTitle: boolean;
  keywords?: string;
  image?: string;
  structured: StructuredTrail[];
};

/** Breadcrumb of a department's page. */
export const departmentTrail = [
  { label: 'Home', url: paths.home },
  { label: 'Departments', url: paths.departments },
];

/** HTML head of a department's page. Missing meta texts fall back to the name and description. */
export function departmentHead(client: QueryClient, department: Department): DepartmentHead {
  const { department_name: name, description, meta_keywords: keywords, banner_image_url: image } = department;
  const path = department.canonical_url ?? departmentPath(department);
  const steps = [
    { name: 'Departments', path: paths.departments },
    { name, path: departmentPath(department) },
  ];
  return {
    title: department.meta_title ?? department.page_title ?? name,
    description: department.meta_description ?? description ?? name,
    path,
    isWholeTitle: department.meta_title !== undefined,
    ...(keywords ? { keywords } : {}),
    ...(image ? { image } : {}),
    structured: [structuredTrail(client, steps)],
  };
}
