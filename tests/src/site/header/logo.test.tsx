import { screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { Logo } from '../../../../src/site/header/logo.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';

it('until the header has loaded, the logo shows the academy’s name from the app shell', async () => {
  const shell = document.createElement('div');
  shell.className = 'waiting-row';
  shell.innerHTML = '<b>Harbour</b>';
  document.body.append(shell);
  onTestFinished(() => shell.remove());
  await renderInPage(<Logo name={null} />, { api: answeringApi({}).api });
  expect(screen.getByRole('link').textContent).toBe('Harbour');
});

it('if the app shell does not contain the academy’s name, the logo shows the text “Home” until the header has loaded', async () => {
  await renderInPage(<Logo name={null} />, { api: answeringApi({}).api });
  expect(screen.getByRole('link').textContent).toBe('Home');
});
