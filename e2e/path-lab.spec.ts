import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { readPathFile } from '../lab/path-file.ts';
import { replayPath } from '../lab/paths/replay-path.ts';
import { expectAccessible } from './support/browser/accessibility.ts';
import { asha } from './support/site/students.ts';
import { expect, test } from './support/test.ts';

/** Whether two elements overlap in the window. */
async function isOverlapping(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!a || !b) throw new Error('an element is not shown');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test('the path lab, a tool for testers, records a sign-in, saves it as a path file and replays the file step by step', async ({
  page,
}) => {
  const identifier = asha.indos;
  await page.goto('/login?record');
  const lab = page.getByRole('complementary', { name: 'Path lab' });
  const current = lab.locator('[aria-current="step"]');
  await expect(current).toContainText('enteringIdentifier');
  await page.getByRole('main').getByRole('textbox').fill(identifier);
  await page.keyboard.press('Enter');
  await expect(current).toContainText('choosingMethod');
  await expectAccessible(page);

  await lab.getByLabel('Title').fill('As far as the methods');
  const download = page.waitForEvent('download');
  await lab.getByRole('button', { name: 'Save path' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('login-as-far-as-the-methods.json');
  const text = readFileSync(await saved.path(), 'utf8');
  expect(text).not.toContain(identifier);
  const { file } = readPathFile(text);
  expect(file?.steps.map(({ expect: { state } }) => state)).toEqual(['lookingUp', 'choosingMethod']);
  expect(file && (await replayPath(file))?.difference).toBeNull();

  await lab.getByLabel('Open a path file').setInputFiles({
    name: 'path.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  await lab.getByRole('button', { name: 'Step', exact: true }).click();
  await expect(current).toContainText('lookingUp');
  await expect(lab.getByText('step 1 of 2')).toBeVisible();
  await expectAccessible(page);

  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Password' }).click();
  await main.getByLabel('Password', { exact: true }).fill(asha.password ?? '');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Where would you like to go?' });
  await expect(dialog).toBeVisible();
  const header = page.getByRole('banner').filter({ hasText: 'Asha' });
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const [onDialog, onHeader] = [await isOverlapping(lab, dialog), await isOverlapping(lab, header)];
    expect({ width, onDialog, onHeader }).toEqual({ width, onDialog: false, onHeader: false });
  }
  await dialog.getByRole('link', { name: 'Book Online' }).click();
  await lab.getByRole('button', { name: 'Back to the live page' }).click();
  await expect(lab.getByRole('combobox', { name: 'Machine' })).toContainText(/^\D+ \(packageSelection\): choosing/);
  for (const [width, height] of [
    [1920, 1080],
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await isOverlapping(lab, header), `${width} px`).toBe(false);
  }
  await lab.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('pages without the URL parameter “record” load no code of the path lab, a tool for testers', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const path of ['/', '/login', '/courses-list?identifier=record']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await expect.poll(() => requests.some((url) => url.includes('/assets/after-first-paint-'))).toBe(true);
  expect(requests.filter((url) => url.includes('path-lab'))).toEqual([]);
});
