import type { QueryClient } from '@tanstack/react-query';
import { verifyContact } from '../../../contract/auth.ts';
import type { Student } from '../../../contract/student.ts';
import type { CodeSignInInput, CodeSignInOutcome, ContactInput } from '../../../machines/one-time-code.machine.ts';
import { createCodeFlow, rethrowLimit } from '../../auth/code/code-flow.ts';
import { createCodeProvider } from '../../auth/code/code-provider.ts';
import { apiOf } from '../../lib/api.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { studentQueries } from '../../student/student.queries.ts';

/**
 * Where a one-time code is sent by each method: a phone number for WhatsApp, or an email address; null if the student
 * has none.
 */
export function contactsOf(student: Partial<Student> | null | undefined) {
  return { whatsapp_otp: student?.whatsapp_number || student?.mobile || null, email_otp: student?.email || null };
}

/**
 * The state machine for one-time codes, used to verify a contact of a student who is signed in already. Its output
 * `signedIn` means here that the contact is verified.
 */
export function createContactFlow(client: QueryClient, studentId: string) {
  const api = apiOf(client);
  const provider = createCodeProvider({ api, window, now: Date.now });

  async function submitAccessToken({ accessToken }: CodeSignInInput, signal: AbortSignal): Promise<CodeSignInOutcome> {
    try {
      const { user } = await api.call(verifyContact, { body: { OTPtoken: accessToken } }, { signal });
      return { kind: 'signedIn', student: user };
    } catch (error) {
      if (isRefusal(error, verifyContact, 'CODE_REJECTED')) return { kind: 'refused', code: 'verificationFailed' };
      return rethrowLimit(error);
    }
  }

  async function fetchContact({ method }: ContactInput) {
    const contact = contactsOf(await client.ensureQueryData(studentQueries.profile(studentId)))[method];
    if (!contact) throw new Error('the student has no such contact');
    return { contact };
  }

  return createCodeFlow({ provider, now: Date.now }, { fetchContact, submitAccessToken });
}
