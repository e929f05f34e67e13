import { createDeleteExpired } from '../auth/delete-expired.ts';
import { greet } from '../auth/greeting.ts';
import { normaliseNumber } from '../auth/identifier.ts';
import { whyGuessable } from '../auth/password/guessable-password.ts';
import { hashPassword } from '../auth/password/password.ts';
import { createPasswordTries } from '../auth/password/password-tries.ts';
import { passwordChangeRoutes } from '../auth/password-change/password-change.routes.ts';
import { passwordResetRoutes } from '../auth/password-reset/password-reset.routes.ts';
import { invalidateResetLinks } from '../auth/password-reset/reset-token.repo.ts';
import { deviceName } from '../auth/session/device-name.ts';
import { createKnownDevices } from '../auth/session/known-devices.ts';
import { sessionListRoutes } from '../auth/session/session-list.routes.ts';
import { readCodeWidget } from '../auth/sign-in/code-widget.ts';
import { signInRoutes } from '../auth/sign-in/sign-in.routes.ts';
import { deleteTicketsOf } from '../auth/sign-in/ticket.repo.ts';
import { unverifyDocuments } from '../documents/document.repo.ts';
import { documentRoutes } from '../documents/documents.routes.ts';
import { attachFile, dropFile, isForeignFile } from '../files/file.repo.ts';
import { swapPicture } from '../files/swap-picture.ts';
import { notificationRoutes } from '../notifications/notifications.routes.ts';
import { registrationRoutes } from '../student/register.routes.ts';
import { studentRoutes } from '../student/student.routes.ts';
import { termsRoutes } from '../student/terms.routes.ts';
import { telemetryRoutes } from '../telemetry/telemetry.routes.ts';
import type { AppContext } from './app-context.ts';

/**
 * Sets up sign-in, sessions, registration, the student’s own area, and the calls by which pages report sign-ins, opened
 * pages and errors.
 */
export function composeAccounts(context: AppContext): void {
  const { env, db, clock, mount, rates, dailyLimits, sessions, tickets, ports, security } = context;
  const { otp, mail } = ports;
  const deleteExpired = createDeleteExpired({ db, clock });
  const devices = createKnownDevices(env.SECRET);
  const tries = createPasswordTries({ db, clock, secret: env.SECRET });
  signInRoutes(mount, {
    sessions,
    tickets,
    rates,
    otp,
    clock,
    mail,
    deleteExpired,
    tries,
    devices,
    security,
    codeWidget: readCodeWidget(env),
  });
  sessionListRoutes(mount, { clock, security, deleteTicketsOf });
  passwordResetRoutes(mount, {
    db,
    clock,
    mail,
    rates,
    devices,
    security,
    deleteExpired,
    findSubject: sessions.find,
  });
  passwordChangeRoutes(mount, { db, clock, mail, tries, devices, security });
  registrationRoutes(mount, {
    db,
    clock,
    hashPassword,
    whyGuessable: (password) => whyGuessable(db, password),
    normaliseNumber,
  });
  telemetryRoutes(mount, { db, clock, dailyLimits, findSubject: sessions.find });
  studentRoutes(mount, {
    clock,
    mail,
    greet,
    sessionStart: sessions.startOf,
    invalidateResetLinks,
    swapPicture,
    isForeignFile,
    unverifyDocuments,
    security,
  });
  termsRoutes(mount, { clock });
  documentRoutes(mount, { clock, attachFile, isForeignFile, dropFile });
  notificationRoutes(mount, { db, carrier: ports.push, deviceName });
}
