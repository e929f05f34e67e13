import type { Insertable, Kysely } from 'kysely';
import { type Registration, registerStudent } from '../../contract/registration.ts';
import { isPastDay } from '../../contract/student.ts';
import type { Database, StudentRow } from '../db/schema.ts';
import type { Mount } from '../http/mount.ts';
import { runPrepared } from '../http/prepared-call.ts';
import { Refusal } from '../http/refusal.ts';
import { type Clock, today } from '../providers/clock.ts';
import { insertStudent } from './register.repo.ts';

export type RegistrationParts = {
  db: Kysely<Database>;
  clock: Clock;
  hashPassword: (password: string) => Promise<string>;
  /** INDOS and passport numbers in the form that is stored. */
  normaliseNumber: (text: string) => string;
};

const wrongDay = 'Date of Birth must be a day in the past';
const userExists = () => new Refusal(409, 'USER_EXISTS', 'User exist with similar details.');

function toRow(registration: Registration, { clock, normaliseNumber }: RegistrationParts): Insertable<StudentRow> {
  const { password: _, email, indos_number, ...fields } = registration;
  const now = new Date(clock.now());
  return {
    ...fields,
    email: email.toLowerCase(),
    indos_number: normaliseNumber(indos_number ?? '') || null,
    // Anybody may type anybody's contacts (decision 24).
    email_standing: 'open',
    mobile_standing: 'open',
    whatsapp_number_standing: 'open',
    created_at: now,
    updated_at: now,
  };
}

/**
 * Registration (document 1, section 5). E-mail and INDOS number are one student's alone, as the database's unique indexes
 * say; a phone may be a family's (decisions, "Answers"). The password is hashed before the transaction begins: two at a
 * time, they would hold every connection.
 */
export function registrationRoutes(mount: Mount, parts: RegistrationParts): void {
  const { db, clock, hashPassword } = parts;
  mount(
    registerStudent,
    async ({ body, callKey }) => {
      if (!isPastDay(body.dob, today(clock)))
        throw new Refusal(400, 'INVALID_REQUEST', wrongDay, { fields: { dob: wrongDay } });
      return runPrepared({
        db,
        callKey,
        prepare: () => hashPassword(body.password),
        async effect(tx, password_hash) {
          if (!(await insertStudent(tx, { ...toRow(body, parts), password_hash }))) throw userExists();
        },
      });
    },
    { ownTransactions: true },
  );
}
