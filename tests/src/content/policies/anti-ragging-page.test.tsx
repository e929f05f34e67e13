import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AntiRaggingPage } from '../../../../src/content/policies/anti-ragging-page.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { academyAntiRagging } from './contents.ts';

async function open() {
  const answer = { body: { statusCode: 200, data: academyAntiRagging } };
  const { api } = answeringApi({ 'GET /api/cms/content/anti-ragging': answer });
  await renderInPage(<AntiRaggingPage />, { api });
  await screen.findByRole('heading', { level: 1, name: academyAntiRagging.title });
}
const href = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

describe('the anti-ragging page', () => {
  it('the anti-ragging page shows its title and introduction', async () => {
    await open();
    expect(screen.getByText(academyAntiRagging.introduction)).toBeTruthy();
  });

  it('the anti-ragging page lists its committee in a table of names and positions', async () => {
    await open();
    const table = screen.getByRole('table', { name: 'Anti-ragging committee' });
    const heads = within(table).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual(['Name', 'Position']);
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual(
      academyAntiRagging.committeeMembers.map(({ name, position }) => name + position),
    );
  });

  it('the anti-ragging page shows the nodal officer with phone and email', async () => {
    await open();
    const { name, contact, email } = academyAntiRagging.nodalOfficer;
    expect(screen.getAllByText(name).length).toBeGreaterThan(0);
    expect(href(contact)).toBe(`tel:${contact.replace(' ', '')}`);
    expect(href(email)).toBe(`mailto:${email}`);
  });

  it('the anti-ragging page links to the national portal and the 24x7 toll-free helpline', async () => {
    await open();
    expect(screen.getByRole('heading', { name: '24x7 toll-free helpline' })).toBeTruthy();
    expect(href(academyAntiRagging.helplineNumber)).toBe('tel:18000005522');
    expect(screen.getByRole('heading', { name: 'National anti-ragging portal' })).toBeTruthy();
    expect(href('Open the portal')).toBe('https://www.antiragging.in/');
  });

  it('the anti-ragging page shows the important notes as a numbered list, and the warning', async () => {
    await open();
    const notes = within(screen.getByRole('region', { name: 'Important notes' })).getByRole('list');
    expect(notes.tagName).toBe('OL');
    expect(
      within(notes)
        .getAllByRole('listitem')
        .map((note) => note.textContent),
    ).toEqual(academyAntiRagging.importantNotes.map(({ text }) => text));
    const warning = screen.getByRole('note', { name: 'WARNING' });
    expect(warning.textContent).toContain(academyAntiRagging.warningText);
  });
});
