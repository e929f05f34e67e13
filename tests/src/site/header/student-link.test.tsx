import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StudentLink } from '../../../../src/site/header/student-link.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { asha } from '../open-site-frame.tsx';

it('until the user menu has loaded, the header shows a link with the same content as the menu’s button', async () => {
  await renderInPage(<StudentLink student={asha} />, { api: answeringApi({}).api });
  const { innerHTML } = screen.getByRole('link', { name: 'Asha' });
  expect((await screen.findByRole('button', { name: 'Asha' })).innerHTML).toBe(innerHTML);
});
