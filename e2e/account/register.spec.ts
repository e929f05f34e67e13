import { type NewStudent, Registration } from '../support/screens/registration.ts';
import { SignIn } from '../support/screens/sign-in.ts';
import { expect, test } from '../support/test.ts';

test.use({ baseURL: ({ network }, use) => use(network.origin) });

const newcomer = (project: string): NewStudent => ({
  first: 'Nila',
  last: 'Thomas',
  email: `nila.${project}@example.com`,
  mobile: '9876500071',
  dob: ['28', '2', '2005'],
  password: 'Anchor watch 4',
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a new student registers although the connection fails once, then signs in', async ({ network, page, watch }, {
    project,
  }) => {
    watch.expects(/net::ERR_|Failed to load resource/);
    const nila = newcomer(project.name);
    const registration = new Registration(page);
    await registration.opens();
    await registration.isServedByWorker();
    await registration.submits();
    await registration.seesAlert('9 things to correct');
    await registration.fills(nila);

    await network.cut();
    await registration.submits();
    await registration.seesAlert('Network error - please check your internet connection');
    await page.reload();
    await registration.arrivesAt('Register');
    await expect(registration.field('Email')).toHaveValue(nila.email);
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
});

test('registration refuses the email of an existing student', async ({ page, watch }, { project }) => {
  watch.expects(/409/);
  const registration = new Registration(page);
  await registration.opens();
  await registration.fills({ ...newcomer(project.name), email: 'Asha.Nair@example.com' });
  await registration.submits();
  await registration.seesAlert('User exist with similar details.');
  await expect(registration.field('Email')).toHaveValue('Asha.Nair@example.com');
});
