import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { StaffRole } from '../../../../../contract/staff/permissions.ts';
import '../../../../../src/staff/content/document-page.tsx';
import { showConsole } from '../../show-console.tsx';
import { opened, published } from '../content-answers.ts';
import { body, head, table } from './table-editor.ts';

// The editor needs the position of the cursor, in order to scroll it into view. jsdom has no layout and no positions.
Range.prototype.getClientRects = () => document.body.getClientRects();
Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect();

/** Opens a notice with this text in the console. */
async function openNotice(content: string, role: StaffRole = 'editor') {
  let revision = 0;
  const shown = showConsole('/staff/content/notices/1', role, {
    getContent: () => ({ data: { ...opened(), published: { ...published, content } } }),
    listContentPictures: () => ({ data: [] }),
    saveContentDraft() {
      revision += 1;
      return { data: { revision, by: 'Ravi Pillai', at: '2040-03-10T06:30:00.000Z' } };
    },
  });
  const text = await screen.findByRole('textbox', { name: 'Content' });
  const savesText = (expected: string) =>
    waitFor(
      () => expect(shown.inputsOf('saveContentDraft').at(-1)).toMatchObject({ body: { body: { content: expected } } }),
      { timeout: 5000 },
    );
  return { ...shown, text, savesText };
}

const tableButtons = () => within(screen.getByRole('group', { name: 'Table' }));
const press = async (user: Awaited<ReturnType<typeof openNotice>>['user'], ...names: string[]) => {
  for (const name of names) await user.click(tableButtons().getByRole('button', { name }));
};

it('an editor inserts a table into a text by the button “Insert table”', async () => {
  const { user, savesText } = await openNotice('<p></p>');
  expect(screen.queryByRole('group', { name: 'Table' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Insert table' }));
  await user.click(await screen.findByRole('button', { name: 'Insert 2 columns and 1 row' }));
  await savesText(table('<thead><tr><th scope="col"></th><th scope="col"></th></tr></thead>'));
  tableButtons();
  expect(screen.getByRole('button', { name: 'Insert table' })).toHaveProperty('disabled', true);
});

it('an editor adds and removes rows and columns of a table by the buttons below the text', async () => {
  const { user, savesText } = await openNotice(table(head + body));
  await press(user, 'Add row below', 'Add column after', 'Delete column');
  const [row, empty] = ['<tr><td></td><td>5</td></tr>', '<tr><td></td><td></td></tr>'];
  await savesText(
    table(`<thead><tr><th scope="col"></th><th scope="col">Days</th></tr></thead><tbody>${empty}${row}</tbody>`),
  );
  await press(user, 'Add column before', 'Delete row');
  await savesText(table('<tbody><tr><td></td><td></td><td></td></tr><tr><td></td><td></td><td>5</td></tr></tbody>'));
  await press(user, 'Delete table');
  await savesText('');
  expect(screen.queryByRole('group', { name: 'Table' })).toBeNull();
});

it('the button “Header row” shows whether a table has a header row, and adds or removes it', async () => {
  const { user, savesText } = await openNotice(table(head + body));
  const button = () => tableButtons().getByRole('button', { name: 'Header row' });
  expect(button().getAttribute('aria-pressed')).toBe('true');
  await user.click(button());
  await savesText(table('<tbody><tr><td>Course</td><td>Days</td></tr><tr><td>PST</td><td>5</td></tr></tbody>'));
  expect(button().getAttribute('aria-pressed')).toBeNull();
  await user.click(button());
  await savesText(table(head + body));
});

it('no row can be added above the header row of a table', async () => {
  const { user } = await openNotice(table(head + body));
  const button = () => tableButtons().getByRole('button', { name: 'Add row above' });
  expect(button()).toHaveProperty('disabled', true);
  await press(user, 'Header row');
  expect(button()).toHaveProperty('disabled', false);
});

it('a text with a table that the rich text editor cannot show is edited as HTML, and the field says why', async () => {
  const { text } = await openNotice(table(`<caption>Courses</caption>${body}`));
  expect(text).toHaveProperty('tagName', 'TEXTAREA');
  screen.getByText(/^HTML, because this text has a part that the editor cannot show/);
});

it('an auditor sees a table of a text without buttons to change it', async () => {
  const { text } = await openNotice(table(head + body), 'auditor');
  within(text).getByRole('columnheader', { name: 'Course' });
  expect(screen.queryByRole('group', { name: 'Table' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Insert table' })).toBeNull();
});
