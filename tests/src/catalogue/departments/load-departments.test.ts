import { describe, expect, it } from 'vitest';
import type { Department } from '../../../../contract/departments.ts';
import { createQueryClient } from '../../../../src/app/query-client.ts';
import { departmentQueries } from '../../../../src/catalogue/departments/department.queries.ts';
import { loadDepartment } from '../../../../src/catalogue/departments/load-departments.ts';
import { setSiteAddress } from '../../../../src/lib/site-address.ts';
import { answeringApi } from '../../../support/answers.ts';
import { department, departmentList } from './departments.ts';

function open(...departments: Department[]) {
  const { api, sent } = answeringApi({ 'GET /api/departments': departmentList(...departments) });
  return { client: createQueryClient(api), sent };
}

describe('loadDepartment', () => {
  it('loadDepartment requests a department by its id, with everything that the department page shows', async () => {
    const { client, sent } = open(department());
    expect(await loadDepartment(client, '1')).toMatchObject({ id: 1, slug: 'nautical-science' });
    const query = new URL(sent[0]?.url ?? '', 'https://site.invalid').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      dept_id: '1',
      hodDetails: 'true',
      facultiesList: 'true',
      facilitiesList: 'true',
      courseList: 'true',
    });
  });

  it.each(['0', '-1', '1e3', 'x', '', '1 ', '99999999999'])(
    'loadDepartment finds nothing for the invalid id “%s” and sends no request',
    async (id) => {
      const { client, sent } = open(department());
      expect(await loadDepartment(client, id)).toBeNull();
      expect(sent).toEqual([]);
    },
  );

  it.each<[string, Department[]]>([
    ['unknown', []],
    ['not the one that was requested', [department({ id: 2 })]],
    ['not active', [department({ status: 'inactive' })]],
    ['not shown on the website', [department({ show_on_website: false })]],
  ])('loadDepartment finds nothing when the department is %s', async (_, departments) => {
    expect(await loadDepartment(open(...departments).client, '1')).toBeNull();
  });

  it('5 minutes after a department was not found, loadDepartment requests the department again and finds it', async () => {
    const { client, sent } = open(department());
    const { queryKey } = departmentQueries.detail(1);
    client.setQueryData(queryKey, null);
    expect(await loadDepartment(client, '1')).toBeNull();
    expect(sent).toEqual([]);
    client.setQueryData(queryKey, null, { updatedAt: Date.now() - 301_000 });
    expect(await loadDepartment(client, '1')).toMatchObject({ id: 1 });
    expect(sent).toHaveLength(1);
  });

  it('the data of a department counts as fresh and stays cached for 5 minutes', () => {
    const { staleTime, gcTime } = departmentQueries.detail(1);
    expect([staleTime, gcTime]).toEqual([300_000, 300_000]);
  });
});

describe('the head of a department', () => {
  it('the HTML head of a department page uses the department’s meta fields and contains a breadcrumb as JSON-LD', async () => {
    const { client } = open(department());
    setSiteAddress(client, 'https://academy.example');
    const item = (position: number, name: string, path: string) => ({
      '@type': 'ListItem',
      position,
      name,
      item: `https://academy.example${path}`,
    });
    expect((await loadDepartment(client, '1'))?.head).toEqual({
      title: 'Nautical Science | Harbour Academy',
      description: 'Deck training in Chennai.',
      path: '/departments/details/1/nautical-science',
      isWholeTitle: true,
      keywords: 'nautical science, deck',
      image: '/media/campus/chart-room-640.webp',
      structured: [
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            item(1, 'Home', '/'),
            item(2, 'Departments', '/departments'),
            item(3, 'Nautical Science', '/departments/details/1/nautical-science'),
          ],
        },
      ],
    });
  });

  it('the HTML head of a department page without meta fields uses the department’s name', async () => {
    const { id, department_name, slug, status, show_on_website } = department();
    const { client } = open({ id, department_name, slug, status, show_on_website });
    expect((await loadDepartment(client, '1'))?.head).toMatchObject({
      title: 'Nautical Science',
      description: 'Nautical Science',
      path: '/departments/details/1/nautical-science',
      isWholeTitle: false,
    });
  });
});
