import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { markerHeader } from '../../../../contract/headers.ts';
import { connection } from '../../../../src/offline/page-connection.ts';
import type { PdfFile } from '../../../../src/student/documents/preview/pdf-file.ts';
import { PreviewPages } from '../../../../src/student/documents/preview/preview-pages.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { document, openDocuments } from './open-documents.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A PDF of three A4 pages; `drawn` lists the sizes at which pages were drawn. */
async function openPages({ broken = 0 } = {}) {
  const drawn: Array<[number, number]> = [];
  const file: PdfFile = {
    pages: 3,
    page: async (number) => {
      if (number === broken) throw new Error('damaged');
      return {
        width: 608,
        height: 842,
        draw: async (_canvas, scale) => void drawn.push([number, scale]),
        readText: async () => `Words of page ${number}`,
      };
    },
    close: () => {},
  };
  const { api } = answeringApi({});
  await renderInPage(<PreviewPages file={file} name="CDC" />, { api });
  await screen.findByText('Words of page 1');
  const pane = () => screen.getByRole('region', { name: /^CDC, page/ });
  const press = (key: string) => fireEvent.keyDown(pane(), { key });
  const sees = (number: number) => screen.findByRole('img', { name: `Page ${number} of 3 of CDC` });
  const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  return { drawn, press, sees, click, pane };
}
const percent = () => screen.getByText(/^\d+ %$/).textContent;

describe('the preview of a document', () => {
  it('begins with the first page, as wide as there is room, and has the keys', async () => {
    const { drawn, sees, pane } = await openPages();
    const page = await sees(1);
    await waitFor(() => expect(drawn.at(-1)).toEqual([1, 160 / 608]));
    expect(page.style.width).toBe('160px');
    expect(window.document.activeElement).toBe(pane());
    expect(window.document.activeElement).toBe(pane());
    expect(percent()).toBe('26 %');
    expect(screen.getByRole('button', { name: 'Previous page' }).hasAttribute('disabled')).toBe(true);
  });

  it('turns pages by buttons and keys, and not beyond the ends', async () => {
    const { click, press, sees } = await openPages();
    click('Next page');
    expect(await sees(2)).toBeTruthy();
    press('ArrowRight');
    expect(await sees(3)).toBeTruthy();
    press('ArrowRight');
    expect(await sees(3)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Next page' }).hasAttribute('disabled')).toBe(true);
    press('Home');
    expect(await sees(1)).toBeTruthy();
    press('End');
    expect(await sees(3)).toBeTruthy();
    click('Previous page');
    expect(await screen.findByText('Words of page 2')).toBeTruthy();
  });

  it('goes to a page by its number, and forgets a number that there is not', async () => {
    const { sees } = await openPages();
    const number = screen.getByLabelText<HTMLInputElement>('Page, 1 to 3');
    fireEvent.change(number, { target: { value: '3' } });
    fireEvent.keyDown(number, { key: 'Enter' });
    expect(await sees(3)).toBeTruthy();
    for (const wrong of ['0', '4', 'two', '1.5']) {
      fireEvent.change(number, { target: { value: wrong } });
      fireEvent.blur(number);
      expect(number.value).toBe('3');
    }
  });

  it('zooms in steps by buttons and keys, and fits again', async () => {
    const { click, press, drawn } = await openPages();
    await waitFor(() => expect(percent()).toBe('26 %'));
    click('Zoom in');
    await waitFor(() => expect(percent()).toBe('50 %'));
    press('+');
    await waitFor(() => expect(drawn.at(-1)).toEqual([1, 0.75]));
    press('-');
    await waitFor(() => expect(percent()).toBe('50 %'));
    expect(screen.getByRole('button', { name: 'Fit' }).getAttribute('aria-pressed')).toBe('false');
    press('0');
    await waitFor(() => expect(percent()).toBe('26 %'));
    expect(screen.getByRole('button', { name: 'Fit' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('says which page cannot be shown, and shows the others', async () => {
    const { click, sees } = await openPages({ broken: 2 });
    click('Next page');
    expect((await screen.findByRole('alert')).textContent).toBe('Page 2 could not be shown.');
    click('Next page');
    expect(await sees(3)).toBeTruthy();
  });
});

describe('a document that cannot be shown', () => {
  const answered = (status: number, body = '', headers: Record<string, string> = { [markerHeader]: '1' }) =>
    Promise.resolve(new Response(body, { status, headers }));
  async function view(answer: () => Promise<Response>) {
    // What the calls of one test are told is no matter of the next one's.
    vi.spyOn(connection, 'state', 'get').mockReturnValue('online');
    const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
    const opened = await openDocuments([document()]);
    await opened.person.click(await screen.findByRole('button', { name: 'View Passport' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Passport' }));
    return { ...opened, dialog, asked };
  }

  it.each<[string, () => Promise<Response>, string]>([
    ['nobody answers', () => Promise.reject(new TypeError('failed')), 'The preview needs the connection.'],
    ['a portal answers', () => answered(200, '<h1>', {}), 'The preview needs the connection.'],
    ['it is gone', () => answered(404), 'The document could not be loaded.'],
    ['it is damaged', () => answered(200, 'no PDF'), 'The document could not be shown.'],
  ])('says so where %s, and offers another try', async (_, answer, text) => {
    const { dialog, asked, person } = await view(answer);
    expect(await dialog.findByText(text, {}, { timeout: 10_000 })).toBeTruthy();
    const before = asked.mock.calls.length;
    await person.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(before));
  });
});
