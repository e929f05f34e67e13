/** A student of the demo academy (`content/students.json`). `email` is null where there is none. */
export type DemoStudent = {
  name: string;
  email: string | null;
  mobile: string;
  indos: string;
  password: string | null;
};

const password = 'Landfall#2026';

/** Full profile. */
export const asha: DemoStudent = {
  name: 'Asha Nair',
  email: 'asha.nair@example.com',
  mobile: '9876500001',
  indos: '24EL0001',
  password,
};

/** Never set a password of his own, so he signs in by a code. */
export const dev: DemoStudent = {
  name: 'Dev Menon',
  email: 'dev.menon@example.com',
  mobile: '9876500002',
  indos: '24EL0002',
  password: null,
};

/** May fill a cart, but not book. */
export const rafi: DemoStudent = {
  name: 'Rafi Khan',
  email: 'rafi.khan@example.com',
  mobile: '9876500003',
  indos: '24EL0003',
  password,
};

/** Has no e-mail. */
export const meera: DemoStudent = {
  name: 'Meera Das',
  email: null,
  mobile: '9876500004',
  indos: '24EL0004',
  password,
};

/** New: no date of birth in the profile yet. */
export const joy: DemoStudent = {
  name: 'Joy Roy',
  email: 'joy.roy@example.com',
  mobile: '9876500005',
  indos: '24EL0005',
  password,
};
