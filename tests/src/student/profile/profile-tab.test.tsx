import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ProfileTab } from '../../../../src/student/profile/profile-tab.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { studentId } from '../../checkout/orders.ts';

it('the profile shows a placeholder for the notification settings until their script has loaded', async () => {
  await renderInPage(<ProfileTab studentId={studentId} phone={null} />, { api: answeringApi({}).api });
  const section = within(screen.getByRole('region', { name: 'Notifications' }));
  expect(section.getByRole('status').textContent).toBe('Your notification settings are loading');
});
