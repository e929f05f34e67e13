import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ContentKind } from '../../../../contract/staff/content.ts';
import { openDocument } from '../../../../server/content/editing/read-document.ts';
import '../../../../src/staff/content/document-page.tsx';
import { showConsole } from '../show-console.tsx';
import { findPublishDialog } from './content-answers.ts';

const content = join(import.meta.dirname, '../../../../content');
const files = new Map<string, unknown>(
  readdirSync(content, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => [path, JSON.parse(readFileSync(join(content, path), 'utf8'))]),
);
const departmentName = (id: unknown) =>
  (files.get('departments.json') as { id: number; department_name: string }[]).find((one) => one.id === id)
    ?.department_name;
const saved = { data: { revision: 1, by: 'Ravi Pillai', at: '2040-03-10T06:30:00.000Z' } };

/** Show only these sections of a course's form, because the whole form is slow in jsdom. */
const shownSections = ['Name and place', 'Fees and discounts', undefined];

/** Opens a document of the demo academy with the form that the server describes. */
async function open(kind: ContentKind, id: string, check: object = {}) {
  const document = openDocument({ kind, id }, { files, baseDay: '2040-03-01' });
  if (!document) throw new Error(`no ${kind} ${id}`);
  const { rules, published } = document;
  const fields = document.fields.filter(
    ({ section, name }) => shownSections.includes(section) && !/notes|policy/.test(name),
  );
  const title = rules.titleOf(id, published ?? {});
  const shown = showConsole(`/staff/content/${kind}/${id}`, 'editor', {
    getContent: () => ({
      data: { title, page: null, fields, published, published_hash: 'hash', draft: null, may_remove: false },
    }),
    listContentPictures: () => ({ data: [] }),
    saveContentDraft: () => saved,
    checkContentDraft: () => ({
      data: {
        ...{ revision: 1, published: 'hash', faults: [], changes: [], changed_meanwhile: [], consequences: [] },
        ...{ needs_reason: true, takes_effect_at: null, ...check },
      },
    }),
    publishContent: () => ({}),
  });
  await screen.findByRole('heading', { level: 1, name: title });
  return { ...shown, published };
}

it('the form to edit a course has sections, fees in rupees and a department chosen by name, but no field for the course code', async () => {
  const { published } = await open('courses', '408');
  const sections = screen.getByRole('navigation', { name: 'Sections of the form' });
  fireEvent.click(within(sections).getByRole('button', { name: 'Fees and discounts' }));
  expect(document.activeElement?.id).toBe('section-fees-and-discounts');
  const fees = screen.getByRole('region', { name: 'Fees and discounts' });
  expect(within(fees).getByLabelText('Fee of the course *')).toHaveProperty('value', '₹8,024');
  within(fees).getByRole('group', { name: 'Fire ground, fuel and breathing air' });
  const department = screen.getByLabelText(/^Department/);
  expect(department instanceof HTMLSelectElement && department.selectedOptions[0]?.textContent).toBe(
    departmentName(published?.department_id),
  );
  expect(screen.queryByLabelText(/^Code/)).toBeNull();
});

it('a changed course fee is published only with a reason, after the publish dialog has shown the consequences', async () => {
  const changes = [{ path: 'total_fee', label: 'Fee of the course', isRupees: true, before: 8024, after: 9024.5 }];
  const consequences = ['Bookings that are paid keep their price.'];
  const { inputsOf, user, published } = await open('courses', '408', { changes, consequences });
  const fees = screen.getByRole('region', { name: 'Fees and discounts' });
  fireEvent.change(within(fees).getByLabelText('Fee of the course *'), {
    target: { value: '₹9,024.5' },
  });
  await user.click(within(fees).getByRole('button', { name: 'Add to discounts' }));
  await user.click(screen.getByRole('button', { name: 'Publish…' }));
  const dialog = await findPublishDialog();
  within(dialog).getByText('Bookings that are paid keep their price.');
  within(dialog).getByText('₹9,024.50');
  await user.click(within(dialog).getByRole('button', { name: 'Publish now' }));
  within(dialog).getByText('Say why, in a few words');
  expect(inputsOf('publishContent')).toEqual([]);
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Reason/ }), { target: { value: 'New year' } });
  await user.click(within(dialog).getByRole('button', { name: 'Publish now' }));
  await waitFor(() => expect(inputsOf('publishContent')).toHaveLength(1));
  expect(inputsOf('publishContent')[0]).toMatchObject({ body: { reason: 'New year', publish_at: null } });
  expect(inputsOf('saveContentDraft').at(-1)).toMatchObject({
    body: { body: { ...published, total_fee: 9024.5, discounts: [{}] } },
  });
});

it('in the publish dialog of an invalid course draft, “Show them in the form” moves the focus to the invalid field', async () => {
  const faults = [{ path: 'total_fee', label: 'Fee of the course', reason: 'is missing' }];
  const { user } = await open('courses', '408', { faults });
  fireEvent.change(screen.getByLabelText('Course name *'), { target: { value: 'Fire fighting' } });
  await user.click(screen.getByRole('button', { name: 'Publish…' }));
  const dialog = await findPublishDialog();
  await user.click(await within(dialog).findByRole('button', { name: 'Show them in the form' }));
  screen.getByText('Fee of the course is missing');
  const fee = screen.getByLabelText('Fee of the course *');
  await waitFor(() => expect(document.activeElement).toBe(fee));
  expect(screen.getByLabelText('Course name *')).toHaveProperty('value', 'Fire fighting');
});

it('every field of a course is shown in a named section of the form to edit a course', () => {
  const fields = openDocument({ kind: 'courses', id: '408' }, { files, baseDay: '2040-03-01' })?.fields ?? [];
  expect(fields.length).toBeGreaterThan(60);
  expect(fields.filter(({ section }) => section === undefined || section === 'More')).toEqual([]);
});

it('the form to edit a package of courses shows the courses by name', async () => {
  await open('packages', '801');
  const first = screen.getByLabelText('Courses 1 *');
  expect(first instanceof HTMLSelectElement && first.selectedOptions[0]?.textContent).toMatch(/^Personal Survival/);
});
