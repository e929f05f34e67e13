import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Department } from '../../../../contract/departments.ts';
import { DepartmentsPage } from '../../../../src/catalogue/departments/departments-page.tsx';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { department, departmentList } from './departments.ts';

async function show(...departments: Department[]) {
  const { api, sent } = answeringApi({ 'GET /api/departments': departmentList(...departments) });
  await renderInPage(<DepartmentsPage />, { api });
  return sent;
}

const named = (id: number, department_name: string) => department({ id, department_name, slug: `slug-${id}` });

describe('the departments list', () => {
  it('while it loads, the departments list shows its introduction and three placeholder cards', async () => {
    const { api } = answeringApi({ 'GET /api/departments': 'no answer' });
    await renderInPage(<DepartmentsPage />, { api });
    expect(screen.getByRole('heading', { level: 1, name: 'Departments' })).toBeTruthy();
    expect(screen.getByText(/^Three departments/)).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Loading departments');
    expect(document.querySelectorAll('[data-shape="picture"]')).toHaveLength(3);
  });

  it('the departments list shows a card with picture, counts and a link for each department', async () => {
    const sent = await show({ ...department(), facultyCount: 4, courseCount: 31 }, named(2, 'Marine Engineering'));
    const name = await screen.findByRole('heading', { level: 3, name: 'Nautical Science' });
    const card = name.closest('li') ?? document.body;
    const inCard = within(card);
    expect(inCard.getByText('Navigation and cargo work.')).toBeTruthy();
    expect(inCard.getByText('Faculty').nextElementSibling?.textContent).toBe('4');
    expect(inCard.getByText('Courses').nextElementSibling?.textContent).toBe('31');
    expect(card.querySelector('img')?.getAttribute('src')).toBe('/media/campus/chart-room-640.webp');
    // The alternative text is empty, because the name is beside the picture.
    expect(card.querySelector('img')?.getAttribute('alt')).toBe('');
    const link = inCard.getByRole('link', { name: 'View department: Nautical Science' });
    expect(link.getAttribute('href')).toBe('/departments/details/1/nautical-science');
    expect(sent[0]?.url).toContain('courseCount=true&facultyCount=true');
  });

  it('the departments list shows only departments that are active and shown on the website', async () => {
    await show(
      named(1, 'Nautical Science'),
      { ...named(2, 'Old School'), status: 'inactive' },
      { ...named(3, 'Back Office'), show_on_website: false },
    );
    const names = (await screen.findAllByRole('heading', { level: 3 })).map((name) => name.textContent);
    expect(names).toEqual(['Nautical Science']);
  });

  it('the card of a department without faculty shows no number of faculty', async () => {
    await show({ ...department(), facultyCount: 0, courseCount: 3 });
    expect(await screen.findByText('Courses')).toBeTruthy();
    expect(screen.queryByText('Faculty')).toBeNull();
  });

  it('when the departments list cannot be loaded, it shows an error and a button that loads it again', async () => {
    let response: Answered = refusal(404, 'NOT_FOUND');
    const { api } = answeringApi({ 'GET /api/departments': () => response });
    await renderInPage(<DepartmentsPage />, { api });
    expect((await screen.findByRole('alert')).textContent).toContain('Departments could not be loaded.');
    expect(screen.queryByRole('status')).toBeNull();
    response = departmentList(department());
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 3, name: 'Nautical Science' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('when there are no departments, the departments list says so', async () => {
    await show();
    expect(await screen.findByText('There are no departments at the moment.')).toBeTruthy();
  });
});
