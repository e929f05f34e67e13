import { auditRoutes } from '../audit/audit.routes.ts';
import { whyGuessable } from '../auth/password/guessable-password.ts';
import { hashPassword, verifyPassword } from '../auth/password/password.ts';
import { createPasswordTries } from '../auth/password/password-tries.ts';
import { deviceName } from '../auth/session/device-name.ts';
import { createKnownDevices } from '../auth/session/known-devices.ts';
import { staffAccountRoutes } from '../staff/account/staff-account.routes.ts';
import { staffMemberRoutes } from '../staff/members/members.routes.ts';
import { secondFactorRoutes } from '../staff/sign-in/second-factor.routes.ts';
import { staffSignInRoutes } from '../staff/sign-in/staff-sign-in.routes.ts';
import type { StaffDeps } from '../staff/staff-deps.ts';
import type { AppContext } from './app-context.ts';

/** Sets up the basic API calls of the staff console: sign-in, accounts, staff members and the audit log. */
export function composeStaff({ env, db, clock, mount, rates, ports, security, staffSessions }: AppContext): void {
  const deps: StaffDeps = {
    ...{ db, clock, rates, security, hashPassword, verifyPassword, deviceName },
    whyGuessable: (password) => whyGuessable(db, password),
    secret: env.SECRET,
    mail: ports.mail,
    sessions: staffSessions,
    publicUrl: env.PUBLIC_URL,
    withDemo: env.LANDFALL_ENV !== 'production',
    tries: createPasswordTries({ db, clock, secret: env.SECRET }),
    devices: createKnownDevices(env.SECRET),
  };
  staffSignInRoutes(mount, deps);
  secondFactorRoutes(mount, deps);
  staffAccountRoutes(mount, deps);
  staffMemberRoutes(mount, deps);
  auditRoutes(mount, { clock });
}
