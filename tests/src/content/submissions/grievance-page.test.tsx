import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { GrievancePage } from '../../../../src/content/submissions/grievance-page.tsx';
import { type GrievanceTab, readGrievanceTab } from '../../../../src/content/submissions/grievance-tab.ts';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { academyGrievance } from '../policies/contents.ts';

const there: Answered = { body: { statusCode: 200, data: academyGrievance } };

async function open(tab: GrievanceTab = 'committee', answer: () => Answered = () => there) {
  const { api } = answeringApi({
    'GET /api/cms/content/grievance': answer,
    'GET /api/cms/header': refusal(503, 'DOWN'),
  });
  return renderInPage(<GrievancePage tab={tab} />, { api });
}

describe('the grievance page', () => {
  it('names the alternative channels: IVRS with its option, e-mail, suggestion boxes and the website', async () => {
    await open();
    const ways = within(await screen.findByRole('complementary', { name: 'Other ways' }));
    const phone = ways.getByRole('link', { name: '1800-000-4321' });
    expect(phone.getAttribute('href')).toBe('tel:18000004321');
    expect(phone.parentElement?.textContent).toBe('1800-000-4321 (option 5)');
    expect(ways.getByRole('link', { name: 'grievance@example.com' }).getAttribute('href')).toBe(
      'mailto:grievance@example.com',
    );
    expect(ways.getByText('Main Block, K-Block and Hostel')).toBeTruthy();
    expect(ways.getByRole('link', { name: 'The form on this page' }).getAttribute('href')).toBe('/grievance-form');
  });

  it('has three tabs that are links, so that they work without a script', async () => {
    await open();
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Committee', 'Objectives', 'Process']);
    expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual(['/', '/?tab=objectives', '/?tab=process']);
  });

  it('shows the committee as a table of seven, with the chairperson’s e-mail', async () => {
    await open('committee');
    const table = await screen.findByRole('table', { name: 'Members of the grievance committee' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(7);
    expect(rows.map((row) => row.textContent)).toEqual(
      academyGrievance.committee.map(
        ({ name, designation, email = '' }, place) => `${place + 1}${name}${designation}${email}`,
      ),
    );
    expect(within(table).getByRole('link').getAttribute('href')).toBe('mailto:chairperson@example.com');
    expect(table.textContent).toContain('Student representative');
    expect(table.textContent).toContain('Duty officer');
  });

  it('shows five objectives and the ragging notice', async () => {
    await open('objectives');
    const panel = within(await screen.findByRole('tabpanel', { name: 'Objectives' }));
    expect(panel.getAllByRole('listitem').map((item) => item.textContent)).toEqual(academyGrievance.objectives);
    expect(panel.getByText(academyGrievance.raggingNotice)).toBeTruthy();
    expect(panel.getByRole('link', { name: 'Report ragging' }).getAttribute('href')).toBe(
      '/anti-ragging-policy-and-reporting',
    );
  });

  it('shows the five steps of the process', async () => {
    await open('process');
    const panel = within(await screen.findByRole('tabpanel', { name: 'Process' }));
    const steps = panel.getAllByRole('listitem').map((item) => item.textContent);
    expect(steps).toEqual(academyGrievance.process.map(({ title, text }) => title + text));
    const told = [
      /within 15 working days/,
      /quorum/,
      /natural justice/,
      /top management.*copy/,
      /e-mail, if you gave one/,
    ];
    for (const [place, words] of told.entries()) expect(steps[place]).toMatch(words);
  });

  it('opens the tab that the address names, and the first for any other word', () => {
    expect(['process', 'objectives', 'minutes', undefined].map(readGrievanceTab)).toEqual([
      'process',
      'objectives',
      'committee',
      'committee',
    ]);
  });

  it('keeps the form where the texts around it did not come, says so and asks again', async () => {
    let answer: Answered = refusal(400, 'INVALID_REQUEST');
    await open('committee', () => answer);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The committee and the other ways could not be loaded.');
    expect(screen.getByRole('form', { name: 'Grievance form' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Grievance form' })).toBeTruthy();
    answer = there;
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('tab', { name: 'Committee' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
