import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StoragePersistence } from '../../../../../src/offline/download/page/storage-persistence.tsx';
import { answeringApi } from '../../../../support/answers.ts';
import { renderInPage } from '../../../../support/in-page.tsx';

type Storage = { persisted?: () => Promise<boolean>; persist?: () => Promise<boolean> };

/** Renders the note on saved content in a browser whose `navigator.storage` is `storage`. */
async function open(storage: Storage | undefined): Promise<void> {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { storage }));
  await renderInPage(<StoragePersistence />, { api: answeringApi({}).api });
}
const askButton = { name: 'Ask the browser to keep it' };

afterEach(() => vi.unstubAllGlobals());

describe('the note on how long saved content stays', () => {
  it('if the browser will keep saved content, the note on saved content says so and has no button', async () => {
    await open({ persisted: async () => true });
    expect(await screen.findByText('This browser will keep it.')).toBeTruthy();
    expect(screen.queryByRole('button', askButton)).toBeNull();
  });

  it('when the browser grants the student’s request to keep saved content, the note on saved content says so', async () => {
    const persist = vi.fn(async () => true);
    await open({ persisted: async () => false, persist });
    const button = await screen.findByRole('button', askButton);
    expect(screen.getByText('This browser may delete it.')).toBeTruthy();
    expect(screen.queryByRole('status')).toBeNull();
    expect(persist).not.toHaveBeenCalled();
    await userEvent.click(button);
    expect(await screen.findByText('This browser will keep it.')).toBeTruthy();
    expect(persist).toHaveBeenCalledTimes(1);
  });

  it('if the browser refuses to keep saved content, the note says that browsers usually agree for an app on the home screen', async () => {
    await open({ persisted: async () => false, persist: async () => false });
    await userEvent.click(await screen.findByRole('button', askButton));
    expect((await screen.findByRole('status')).textContent).toContain('installed on the home screen');
    expect(screen.getByRole('button', askButton)).toBeTruthy();
  });

  it.each<[string, Storage | undefined]>([
    ['cannot say', undefined],
    ['does not know', {}],
    ['fails to say', { persisted: () => Promise.reject(new TypeError('blocked')) }],
  ])('no note on saved content is shown in a browser that %s how long the content stays', async (_, storage) => {
    await open(storage);
    await waitFor(() => expect(screen.queryByText(/This browser/)).toBeNull());
  });

  it('the note on saved content disappears when the request to keep the content fails', async () => {
    await open({ persisted: async () => false, persist: () => Promise.reject(new TypeError('blocked')) });
    await userEvent.click(await screen.findByRole('button', askButton));
    await waitFor(() => expect(screen.queryByText(/This browser/)).toBeNull());
  });
});
