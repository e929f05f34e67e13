import type { Insertable, Kysely } from 'kysely';
import { type Registration, registerStudent } from '../../contract/registration.ts';
import { isPastDay } from '../../contract/student.ts';
import { contactStatus, type Database, type StudentRow } from '../db/schema.ts';
import { type Clock, today } from '../http/clock.ts';
import { runPrepared } from '../http/idempotency/keyed-call.ts';
import { PreserialisedResponse } from '../http/mount/call.ts';
import type { Mount } from '../http/mount/mount.ts';
import { invalidRequest, refuse } from '../http/refusal.ts';
import { insertStudent } from './register.repo.ts';

type RegistrationDeps = {
  db: Kysely<Database>;
  clock: Clock;
  hashPassword: (password: string) => Promise<string>;
  /** Returns why a new password is too easy to guess; null if it is not. */
  whyGuessable: (password: string) => Promise<string | null>;
  /** Converts an INDOS or passport number to its stored form. */
  normaliseNumber: (text: string) => string;
};

const wrongDay = 'Date of Birth must be a day in the past';
const userExists = () => refuse(registerStudent.refusals, 'USER_EXISTS', 'User exist with similar details.');

function toRow(registration: Registration, { clock, normaliseNumber }: RegistrationDeps): Insertable<StudentRow> {
  const { password: _, email, indos_number, ...fields } = registration;
  const now = new Date(clock.now());
  return {
    ...fields,
    email: email.toLowerCase(),
    indos_number: normaliseNumber(indos_number ?? '') || null,
    // The contacts of a new student are unverified, because anybody can type somebody else's email address or phone
    // number.
    email_standing: contactStatus.unverified,
    mobile_standing: contactStatus.unverified,
    whatsapp_number_standing: contactStatus.unverified,
    created_at: now,
    updated_at: now,
  };
}

/**
 * The call by which a student registers (docs/product.md#registration). Email addresses and INDOS numbers are unique;
 * a family may share a phone number. The password is hashed before the transaction, because hashing is slow and would
 * keep a database connection busy.
 */
export function registrationRoutes(mount: Mount, deps: RegistrationDeps): void {
  const { db, clock, hashPassword, whyGuessable } = deps;
  mount(
    registerStudent,
    async ({ body, callKey }) => {
      if (!isPastDay(body.dob, today(clock))) throw invalidRequest(wrongDay, { dob: wrongDay });
      const guessable = await whyGuessable(body.password);
      if (guessable)
        throw refuse(registerStudent.refusals, 'PASSWORD_TOO_COMMON', guessable, { fields: { password: guessable } });
      const response = await runPrepared({
        db,
        callKey,
        prepare: () => hashPassword(body.password),
        async effect(tx, password_hash) {
          if (!(await insertStudent(tx, { ...toRow(body, deps), password_hash }))) throw userExists();
        },
      });
      return new PreserialisedResponse(response);
    },
    { ownTransactions: true },
  );
}
