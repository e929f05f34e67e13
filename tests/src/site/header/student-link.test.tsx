import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StudentLink } from '../../../../src/site/header/student-link.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { asha } from '../open-site-frame.tsx';

it('the link shown until the user menu has loaded has the same content as the button of the menu', async () => {
  await renderInPage(<StudentLink student={asha} />, { api: answeringApi({}).api });
  const { innerHTML } = screen.getByRole('link', { name: 'Asha' });
  expect((await screen.findByRole('button', { name: 'Asha' })).innerHTML).toBe(innerHTML);
});
