import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { GrievancePage } from '../../../../../src/content/submissions/grievance/grievance-page.tsx';
import { type GrievanceTab, readGrievanceTab } from '../../../../../src/content/submissions/grievance/grievance-tab.ts';
import { type Answered, answeringApi, refusal } from '../../../../support/answers.ts';
import { renderInPage } from '../../../../support/in-page.tsx';
import { academyGrievance } from '../../policies/contents.ts';

const loaded: Answered = { body: { statusCode: 200, data: academyGrievance } };

async function open(tab: GrievanceTab = 'committee', answer: () => Answered = () => loaded) {
  const { api } = answeringApi({
    'GET /api/cms/content/grievance': answer,
    'GET /api/cms/header': refusal(503, 'UNAVAILABLE'),
  });
  return renderInPage(<GrievancePage tab={tab} />, { api });
}

describe('the grievance page', () => {
  it('the grievance page lists the ways to complain: phone, email, suggestion boxes and the form', async () => {
    await open();
    const channels = within(await screen.findByRole('complementary', { name: 'Other ways' }));
    const phone = channels.getByRole('link', { name: '1800-000-4321' });
    expect(phone.getAttribute('href')).toBe('tel:18000004321');
    expect(phone.parentElement?.textContent).toBe('1800-000-4321 (option 5)');
    expect(channels.getByRole('link', { name: 'grievance@example.com' }).getAttribute('href')).toBe(
      'mailto:grievance@example.com',
    );
    expect(channels.getByText('Main Block, K-Block and Hostel')).toBeTruthy();
    expect(channels.getByRole('link', { name: 'The form on this page' }).getAttribute('href')).toBe('/grievance-form');
  });

  it('the tabs of the grievance page are links, so that they work without JavaScript', async () => {
    await open();
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Committee', 'Objectives', 'Process']);
    expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual(['/', '/?tab=objectives', '/?tab=process']);
  });

  it('the grievance page shows seven committee members in a table, with the chairperson’s email', async () => {
    await open('committee');
    const table = await screen.findByRole('table', { name: 'Members of the grievance committee' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(7);
    expect(rows.map((row) => row.textContent)).toEqual(
      academyGrievance.committee.map(
        ({ name, designation, email = '' }, index) => `${index + 1}${name}${designation}${email}`,
      ),
    );
    expect(within(table).getByRole('link').getAttribute('href')).toBe('mailto:chairperson@example.com');
    expect(table.textContent).toContain('Student representative');
    expect(table.textContent).toContain('Duty officer');
  });

  it('the Objectives tab of the grievance page shows the committee’s objectives and the notice on ragging', async () => {
    await open('objectives');
    const panel = within(await screen.findByRole('tabpanel', { name: 'Objectives' }));
    expect(panel.getAllByRole('listitem').map((item) => item.textContent)).toEqual(academyGrievance.objectives);
    expect(panel.getByText(academyGrievance.raggingNotice)).toBeTruthy();
    expect(panel.getByRole('link', { name: 'Report ragging' }).getAttribute('href')).toBe(
      '/anti-ragging-policy-and-reporting',
    );
  });

  it('the Process tab of the grievance page shows the steps in which a grievance is handled', async () => {
    await open('process');
    const panel = within(await screen.findByRole('tabpanel', { name: 'Process' }));
    const steps = panel.getAllByRole('listitem').map((item) => item.textContent);
    expect(steps).toEqual(academyGrievance.process.map(({ title, text }) => title + text));
    const expectedTexts = [
      /within 15 working days/,
      /quorum/,
      /natural justice/,
      /top management.*copy/,
      /email, if you gave one/,
    ];
    for (const [index, text] of expectedTexts.entries()) expect(steps[index]).toMatch(text);
  });

  it('the grievance page opens the tab that the URL names, and the first tab for an unknown name', () => {
    expect(['process', 'objectives', 'minutes', undefined].map(readGrievanceTab)).toEqual([
      'process',
      'objectives',
      'committee',
      'committee',
    ]);
  });

  it('the grievance form is shown even if the texts around it cannot be loaded, and a retry loads those texts', async () => {
    let answer: Answered = refusal(400, 'INVALID_REQUEST');
    await open('committee', () => answer);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The committee and the other contact options could not be loaded.');
    expect(screen.getByRole('form', { name: 'Grievance form' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Grievance form' })).toBeTruthy();
    answer = loaded;
    await userEvent.setup({ delay: null }).click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('tab', { name: 'Committee' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
