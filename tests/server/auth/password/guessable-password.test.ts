import { dictionary } from '@zxcvbn-ts/language-common';
import { beforeAll, expect, it } from 'vitest';
import { academyPasswordText, commonPasswordText } from '../../../../contract/password-rules.ts';
import { whyGuessable } from '../../../../server/auth/password/guessable-password.ts';
import { createTestDatabase } from '../../../support/database.ts';

const { db } = await createTestDatabase();
const setBrand = (body: object) =>
  db
    .insertInto('cms_documents')
    .values({ key: 'brand', body: JSON.stringify(body) })
    .onConflict((row) => row.column('key').doUpdateSet({ body: JSON.stringify(body) }))
    .execute();

const setNames = (name: string, short_name = name, product = name) => setBrand({ name, short_name, product });

beforeAll(() => db.insertInto('cms_documents').values({ key: 'about', body: '{}' }).execute());

it.each([
  'Landfall@2026',
  'LANDFALL maritime academy 1',
  'L@ndf4ll#1',
  'Mar1t!me$2026',
  'Academy!123',
  '2026academylandfall',
  'Lf-Portal#99',
  'LfPortal#99',
  'Landfall1234567',
])(
  'a new password that consists mostly of words from the academy’s or the product’s name is refused: %s',
  async (password) => {
    await setBrand({ name: 'Landfall Maritime Academy', short_name: 'Landfall', product: 'lf-portal' });
    expect(await whyGuessable(db, password)).toBe(academyPasswordText);
  },
);

it.each([
  'Anchor watch 4',
  'Made landfall near Kochi in 1998',
  'Landfall12345678',
  'Compass#2026',
  'IMU!2026a',
  'Sea!!20!!',
])(
  'a new password with enough letters and digits besides words from the academy’s name is accepted: %s',
  async (password) => {
    await setBrand({ name: 'Landfall Maritime Academy', short_name: 'IMU', product: 'landfall' });
    expect(await whyGuessable(db, password)).toBeNull();
  },
);

it.each([
  'M4st#2026',
  'M@st#2026',
  'Ma$t#2026',
  'Ma5t#2026',
  'Mas7#2026',
  'St33l#2026',
  'Stee|#2026',
  'Stee1#2026',
  'P0rt#2026',
])(
  'a new password is refused if it spells a word of the academy’s name with characters that look like letters: %s',
  async (password) => {
    await setNames('Mast Steel Port');
    expect(await whyGuessable(db, password)).toBe(academyPasswordText);
  },
);

it('if the academy’s name contains both Port and Portmanagement, a password made of the longer word is refused', async () => {
  await setNames('Port Portmanagement');
  expect(await whyGuessable(db, 'Portmanagement#1')).toBe(academyPasswordText);
});

it('after the academy is renamed, new passwords are checked against the words of its new name only', async () => {
  await setBrand({ name: 'Ancla Náutica', short_name: 'Ancla', product: 'landfall' });
  expect(await whyGuessable(db, 'Nautica#2026')).toBe(academyPasswordText);
  expect(await whyGuessable(db, 'Maritime#2026')).toBeNull();
});

it('while the academy’s name is not stored, a password that contains the name is accepted, but the most common passwords are refused', async () => {
  await db.deleteFrom('cms_documents').execute();
  expect(await whyGuessable(db, 'Landfall@2026')).toBeNull();
  expect(await whyGuessable(db, 'P@ssw0rd')).toBe(commonPasswordText);
});

it('the 10,000 most common passwords of at least eight characters are refused, and less common ones are accepted', async () => {
  const mostCommonFirst = dictionary['passwords-common'].filter(({ length }) => length >= 8);
  expect(await whyGuessable(db, String(mostCommonFirst[9999]))).toBe(commonPasswordText);
  expect(await whyGuessable(db, String(mostCommonFirst[10_000]))).toBeNull();
});
