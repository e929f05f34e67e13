import { expect, it } from 'vitest';
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

it.each([
  'Landfall@2026',
  'LANDFALL maritime academy 1',
  'L@ndf4ll#1',
  'Mar1t!me$2026',
  'Academy!123',
  '2026academylandfall',
  'Lf-Portal#99',
])(
  'a new password that consists mostly of words from the academy’s or the product’s name is refused: %s',
  async (password) => {
    await setBrand({ name: 'Landfall Maritime Academy', short_name: 'Landfall', product: 'lf-portal' });
    expect(await whyGuessable(db, password)).toBe(academyPasswordText);
  },
);

it.each(['Anchor watch 4', 'Made landfall near Kochi in 1998', 'Compass#2026', 'IMU!2026a'])(
  'a new password with enough letters and digits besides words from the academy’s name is accepted: %s',
  async (password) => {
    await setBrand({ name: 'Landfall Maritime Academy', short_name: 'IMU', product: 'landfall' });
    expect(await whyGuessable(db, password)).toBeNull();
  },
);

it('after the academy is renamed, new passwords are checked against the words of its new name only', async () => {
  await setBrand({ name: 'Ancla Náutica', short_name: 'Ancla', product: 'landfall' });
  expect(await whyGuessable(db, 'Nautica#2026')).toBe(academyPasswordText);
  expect(await whyGuessable(db, 'Maritime#2026')).toBeNull();
});

it('while no name of the academy is stored, only the most common passwords are refused', async () => {
  await db.deleteFrom('cms_documents').execute();
  expect(await whyGuessable(db, 'Landfall@2026')).toBeNull();
  expect(await whyGuessable(db, 'P@ssw0rd')).toBe(commonPasswordText);
});
