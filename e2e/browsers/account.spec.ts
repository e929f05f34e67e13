import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTextPdf } from '../../tests/support/pdf.ts';
import { readCode } from '../support/site/sandbox-outbox.ts';
import { button, heading, identifies, signInByCalls, signsInByPassword, status } from './support/student.ts';
import { expect, test } from './support/test.ts';

const destinations = { role: 'dialog', name: 'Where would you like to go?' };

test('a student signs in by password on one visit and by a one-time code on the next', async ({
  tab,
  account,
  api,
}) => {
  await tab.opens('/login');
  await tab.arrivesAt('Login');
  await signsInByPassword(tab, account);
  await tab.opens('/profile');
  await tab.sees({ text: account.email });
  await tab.taps(button('Logout'));
  await tab.isAt('/');
  await tab.arrivesAt(/./);

  await tab.opens('/login');
  await tab.arrivesAt('Login');
  await identifies(tab, account.email);
  await tab.taps(button(/^Code by WhatsApp/));
  await tab.sees({ label: 'Digit 1 of 6' });
  const code = await readCode({ request: api }, `91${account.mobile}`);
  await tab.taps({ label: 'Digit 1 of 6' });
  await tab.typesAnywhere(code === '000000' ? '111111' : '000000');
  await tab.taps(button('Verify'));
  await tab.sees({ text: 'Incorrect OTP' });
  await tab.taps({ label: 'Digit 1 of 6' });
  await tab.typesAnywhere(code);
  await tab.taps(button('Verify'));
  await tab.sees(destinations);
});

test('a new student registers although the connection fails once, then signs in', async ({ tab, network }, {
  project,
}) => {
  const form = { role: 'form', name: 'Your details' };
  const field = (label: string) => ({ label: new RegExp(`^${label}( \\*)?$`), within: form });
  const email = `nila.${project.name}@example.com`;
  const password = 'Anchor watch 4';
  const typed = {
    'First name': 'Nila',
    'Last name': 'Thomas',
    Email: email,
    'Mobile number': '9876500071',
    'WhatsApp number': '9876500071',
    Day: '28',
    Month: '2',
    Year: '2005',
  };
  const choosesPassword = async () => {
    await tab.types(field('Password'), password);
    await tab.types(field('Confirm password'), password);
    await tab.ticks({ role: 'checkbox', name: /I accept the terms/ });
  };
  await tab.opens('/register');
  await tab.arrivesAt('Register');
  await tab.isServedByWorker();
  await tab.taps(button('Register'));
  await tab.sees({ role: 'alert', text: '9 things to correct' });
  for (const [label, text] of Object.entries(typed)) await tab.types(field(label), text);
  await choosesPassword();
  await network.cut();
  await tab.taps(button('Register'));
  await tab.sees({ role: 'alert', text: 'Network error - please check your internet connection' });
  await tab.reloads();
  await tab.arrivesAt('Register');
  await tab.sees(field('Email'));
  expect(await tab.value(field('Email'))).toBe(email);
  expect(await tab.value(field('Password'))).toBe('');
  await network.restore();
  await choosesPassword();
  await tab.taps(button('Register'));
  await tab.sees(status('You are registered.'));
  await tab.arrivesAt('Login');
  await signsInByPassword(tab, { email, password });
});

test('a student uploads a document and reads its pages in the preview', { tag: '@firefox' }, async ({
  tab,
  account,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-document-'));
  const file = join(folder, 'my_passport.pdf');
  await writeFile(file, makeTextPdf(['Passport of Tara Pillai', 'Visas']));
  const upload = { role: 'dialog', name: 'Upload a document' };
  try {
    await signInByCalls(tab, account);
    await tab.opens('/profile?tab=documents');
    await tab.arrivesAt('Your profile');
    await tab.taps(button('Upload document'));
    await tab.sees(upload);
    await tab.uploads(file);
    await tab.sees({ text: /my_passport\.pdf/, within: upload });
    await tab.chooses({ label: /^Category/, within: upload }, 1);
    await tab.taps({ ...button('Upload'), within: upload });
    await tab.sees(status('Document uploaded!'));
    await tab.seesNo(upload);
    await tab.taps(button('View my passport'));
    await tab.sees({ role: 'img', name: 'Page 1 of 2 of my passport' });
    const hasInk = () =>
      tab.runs(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('[role=dialog] canvas');
        const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        for (let at = 0; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 128 && pixels[at + 3]) return true;
        return false;
      }, null);
    await expect.poll(hasInk, 'the first page is drawn').toBe(true);
    await tab.taps(button('Next page'));
    await tab.sees({ role: 'img', name: 'Page 2 of 2 of my passport' });
    await tab.press('Escape');
    await tab.seesNo({ role: 'dialog' });
    await tab.sees(heading('my passport', 3));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a grievance that is sent while the connection fails reaches the staff exactly once', async ({
  tab,
  network,
  staff,
}, { project }) => {
  const field = (label: string) => ({ label: new RegExp(`^${label}( \\*)?$`), within: { role: 'form' } });
  const grievance = `The simulator was closed on both days (${project.name}).`;
  await tab.opens('/grievance-form');
  await tab.arrivesAt('Grievance form');
  await tab.isServedByWorker();
  await tab.types(field('Name'), 'Nila Thomas');
  await tab.types(field('Contact number'), '9876500071');
  await tab.types(field('Email'), 'nila.thomas@example.com');
  await tab.types(field('Grievance'), grievance);
  await network.cut();
  await tab.taps(button('Submit Grievance'));
  await tab.sees(status('Saved. It will be sent when the connection is back.'));
  await tab.reloads();
  await tab.sees({ role: 'region', name: /changes? waiting$/ });
  await network.restore();
  const receipt = { role: 'region', name: 'Your message was received' };
  await tab.sees(receipt, { withinMs: 60_000 });
  const [reference = ''] = /LFE-[0-9A-Z]{10}/.exec(await tab.text(receipt)) ?? [];
  expect(reference).not.toBe('');
  const lines = (await staff.readsSubmissions()).filter((line) => line.includes(project.name));
  expect(lines).toEqual([expect.stringContaining(reference)]);
});
