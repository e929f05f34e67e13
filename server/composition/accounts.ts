import { authRoutes } from '../auth/auth.routes.ts';
import { readCodeWidget } from '../auth/code-widget.ts';
import { greet } from '../auth/greeting.ts';
import { normaliseNumber } from '../auth/identifier.ts';
import { hashPassword } from '../auth/password.ts';
import { passwordResetRoutes } from '../auth/password-reset.routes.ts';
import { createPasswordTries } from '../auth/password-tries.ts';
import { spendResetLinks } from '../auth/reset-token.repo.ts';
import { sessionListRoutes } from '../auth/session-list.routes.ts';
import { createSweep } from '../auth/sweep.ts';
import { documentRoutes } from '../documents/documents.routes.ts';
import { attachFile, dropFile } from '../files/file.repo.ts';
import { swapPicture } from '../files/swap-picture.ts';
import { registrationRoutes } from '../student/register.routes.ts';
import { studentRoutes } from '../student/student.routes.ts';
import { telemetryRoutes } from '../telemetry/telemetry.routes.ts';
import type { Foundation } from './foundation.ts';

/** Signing in and out, registration, the student’s own profile, and what pages report. */
export function composeAccounts(foundation: Foundation): void {
  const { env, db, clock, mount, rates, sessions, tickets, ports } = foundation;
  const { otp, mail } = ports;
  const sweep = createSweep({ db, clock });
  authRoutes(mount, {
    sessions,
    tickets,
    rates,
    otp,
    clock,
    mail,
    sweep,
    tries: createPasswordTries({ db, clock }),
    codeWidget: readCodeWidget(env),
  });
  sessionListRoutes(mount, { clock });
  passwordResetRoutes(mount, { db, clock, mail, rates, sweep, findSubject: sessions.find });
  registrationRoutes(mount, { db, clock, hashPassword, normaliseNumber });
  telemetryRoutes(mount, { db, clock, findSubject: sessions.find });
  studentRoutes(mount, { clock, mail, greet, sessionStart: sessions.startOf, spendResetLinks, swapPicture });
  documentRoutes(mount, { clock, attachFile, dropFile });
}
