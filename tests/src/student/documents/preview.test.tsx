import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { markerHeader } from '../../../../contract/headers.ts';
import { connection } from '../../../../src/offline/connection/page-connection.ts';
import type { PdfFile } from '../../../../src/ui/pdf/open-pdf.ts';
import { PdfPages } from '../../../../src/ui/pdf/pdf-pages.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { document, openDocuments } from './open-documents.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/**
 * Opens a PDF of three A4 pages, of which page `broken` cannot be read. `drawn` lists each drawn page and its scale.
 */
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
  await renderInPage(<PdfPages file={file} name="CDC" />, { api });
  await screen.findByText('Words of page 1');
  const pane = () => screen.getByRole('region', { name: /^CDC, page/ });
  const press = (key: string) => fireEvent.keyDown(pane(), { key });
  const findPage = (number: number) => screen.findByRole('img', { name: `Page ${number} of 3 of CDC` });
  const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  return { drawn, press, findPage, click, pane };
}
const percent = () => screen.getByText(/^\d+ %$/).textContent;

describe('the preview of a document', () => {
  it('the PDF preview of a document opens at the first page, fitted to the width, and receives the focus', async () => {
    const { drawn, findPage, pane } = await openPages();
    const page = await findPage(1);
    await waitFor(() => expect(drawn.at(-1)).toEqual([1, 160 / 608]));
    expect(page.style.width).toBe('160px');
    expect(window.document.activeElement).toBe(pane());
    expect(percent()).toBe('26 %');
    expect(screen.getByRole('button', { name: 'Previous page' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('the PDF preview shows other pages by buttons and keys, and stops at the last page', async () => {
    const { click, press, findPage } = await openPages();
    click('Next page');
    expect(await findPage(2)).toBeTruthy();
    press('ArrowRight');
    expect(await findPage(3)).toBeTruthy();
    press('ArrowRight');
    expect(await findPage(3)).toBeTruthy();
    const next = screen.getByRole('button', { name: 'Next page' });
    // Expect no attribute `disabled`, because the button would lose the focus.
    expect([next.getAttribute('aria-disabled'), next.hasAttribute('disabled')]).toEqual(['true', false]);
    click('Next page');
    expect(await findPage(3)).toBeTruthy();
    press('Home');
    expect(await findPage(1)).toBeTruthy();
    press('End');
    expect(await findPage(3)).toBeTruthy();
    click('Previous page');
    expect(await screen.findByText('Words of page 2')).toBeTruthy();
  });

  it('the PDF preview shows the page whose number is typed, and replaces an invalid number by the current page number', async () => {
    const { findPage } = await openPages();
    const number = screen.getByLabelText<HTMLInputElement>('Page, 1 to 3');
    fireEvent.change(number, { target: { value: '3' } });
    fireEvent.keyDown(number, { key: 'Enter' });
    expect(await findPage(3)).toBeTruthy();
    for (const wrong of ['0', '4', 'two', '1.5']) {
      fireEvent.change(number, { target: { value: wrong } });
      fireEvent.blur(number);
      expect(number.value).toBe('3');
    }
  });

  it('the PDF preview zooms in steps by buttons and keys, and the key 0 fits the page to the width', async () => {
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

  it('the PDF preview shows an error for a damaged page, and still shows the other pages', async () => {
    const { click, findPage } = await openPages({ broken: 2 });
    click('Next page');
    expect((await screen.findByRole('alert')).textContent).toBe('Page 2 could not be shown.');
    click('Next page');
    expect(await findPage(3)).toBeTruthy();
  });
});

describe('the preview of a document that cannot be shown', () => {
  const answered = (status: number, body = '', headers: Record<string, string> = { [markerHeader]: '1' }) =>
    Promise.resolve(new Response(body, { status, headers }));
  async function view(answer: () => Promise<Response>) {
    // End the outage that the failed call has reported, so that the next test is not offline.
    vi.spyOn(connection, 'state', 'get').mockReturnValue('online');
    const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
    const opened = await openDocuments([document()]);
    await opened.person.click(await screen.findByRole('button', { name: 'View Passport' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Passport' }));
    return { ...opened, dialog, fetching };
  }

  it.each<[string, () => Promise<Response>, string]>([
    ['a network error', () => Promise.reject(new TypeError('failed')), 'The preview could not be loaded.'],
    ['a response of a captive portal', () => answered(200, '<h1>', {}), 'The preview could not be loaded.'],
    ['a 404 response', () => answered(404), 'It may have been deleted. Close the preview and check your documents.'],
    ['a 429 response', () => answered(429), 'Try again in a minute.'],
    ['a 503 response', () => answered(503), 'Try again in a minute.'],
    ['a damaged PDF', () => answered(200, 'no PDF'), 'The document could not be shown.'],
  ])('the preview of a document shows an error and a retry button after %s', async (_, answer, text) => {
    const { dialog, fetching, person } = await view(answer);
    expect(await dialog.findByText(text, {}, { timeout: 10_000 })).toBeTruthy();
    const before = fetching.mock.calls.length;
    await person.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(fetching.mock.calls.length).toBeGreaterThan(before));
  });
});
