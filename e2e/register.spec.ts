import { type NewStudent, Registration } from './support/registration.ts';
import { SignIn } from './support/sign-in.ts';
import { expect, test } from './support/voyage.ts';

test.use({ baseURL: ({ network }, use) => use(network.origin) });

const newcomer = (place: string): NewStudent => ({
  first: 'Nila',
  last: 'Thomas',
  email: `nila.${place}@example.com`,
  mobile: '9876500071',
  dob: ['28', '2', '2005'],
  password: 'Anchor watch 4',
});

test('a newcomer registers on a line that breaks, and signs in', async ({ network, page, watch }, { project }) => {
  watch.expects(/net::ERR_|Failed to load resource/);
  const nila = newcomer(project.name);
  const registration = new Registration(page);
  await registration.opens();
  await registration.isKeptByWorker();
  await registration.submits();
  await registration.isTold('9 things to correct');
  await registration.fills(nila);

  await network.cut();
  await registration.submits();
  await registration.isTold('Network error - please check your internet connection');
  await page.reload();
  await registration.arrivesAt('Register');
  await expect(registration.field('E-mail')).toHaveValue(nila.email);
  await expect(registration.field('Year')).toHaveValue('2005');
  await expect(registration.field('Password')).toHaveValue('');

  await network.restore();
  await registration.choosesPassword(nila.password);
  await registration.submits();
  await registration.isRegistered();

  const { first, last, email, mobile, password } = nila;
  const student = { name: `${first} ${last}`, email, mobile, indos: '', password };
  await new SignIn(page).byPassword(student);
});

test('an e-mail that a student has registers nobody else', async ({ page, watch }, { project }) => {
  watch.expects(/409/);
  const registration = new Registration(page);
  await registration.opens();
  await registration.fills({ ...newcomer(project.name), email: 'Asha.Nair@example.com' });
  await registration.submits();
  await registration.isTold('User exist with similar details.');
  await expect(registration.field('E-mail')).toHaveValue('Asha.Nair@example.com');
});
