import type { Registration } from '../contract/registration.ts';

/** `registered`: the student is, and login is next. */
export type RegisterOutput = { kind: 'registered' };

export type RegisterInput = { registration: Registration };
/** Why the server's answer was no, or none came (document 1, section 8). */
export type RegisterFailure = 'userExists' | 'somethingWrong' | 'noResponse' | 'requestFailed';
/** `advice` is the server's word on what to do; `fields` those that it refused, by name. */
export type RegisterRefusal = { code: RegisterFailure; advice: string | null; fields: Record<string, string> };
export type RegisterOutcome = { kind: 'registered' } | { kind: 'refused'; refusal: RegisterRefusal };

export type RegisterContext = { refusal: RegisterRefusal | null };

export type RegisterEvent = { type: 'details.submit'; registration: Registration };
