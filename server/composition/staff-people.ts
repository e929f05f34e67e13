import { greet } from '../auth/greeting.ts';
import { normaliseMobile, normaliseNumber } from '../auth/identifier.ts';
import { invalidateResetLinks } from '../auth/password-reset/reset-token.repo.ts';
import { readDocuments } from '../documents/document.repo.ts';
import { documentReviewRoutes } from '../documents/review/review.routes.ts';
import { listEnrolled, listRequired } from '../enrolments/enrolment.repo.ts';
import { openFile, parseRange } from '../files/open-file.ts';
import { today } from '../http/clock.ts';
import { listDues } from '../orders/changes/dues.repo.ts';
import { sumPayments } from '../orders/payment-list.repo.ts';
import { newStudentRoutes } from '../student/import/new-student.routes.ts';
import { studentImportRoutes } from '../student/import/student-import.routes.ts';
import { staffStudentRoutes } from '../student/staff/staff-student.routes.ts';
import { enquiryRoutes } from '../submissions/staff/enquiry.routes.ts';
import { listEnquiriesOf } from '../submissions/staff/enquiry-list.repo.ts';
import { creditWallet, readBalance } from '../wallet/wallet.repo.ts';
import { readWallet } from '../wallet/wallet-overview.repo.ts';
import type { AppContext } from './app-context.ts';

/** Sets up the console's calls for students, their documents, and enquiries and grievances. */
export function composeStaffPeople({ env, clock, mount, ports, security }: AppContext): void {
  const { blobs, mail } = ports;
  staffStudentRoutes(mount, {
    ...{ clock, mail, greet, invalidateResetLinks, readDocuments, sumPayments, listDues, readWallet },
    ...{ listEnquiriesOf, readBalance, creditWallet, security },
    listRequiredDocuments: (db, studentId) => listRequired(db, studentId, today(clock)),
    listBookings: (db, studentId) => listEnrolled(db, studentId, today(clock)),
  });
  const normalise = { mobile: normaliseMobile, number: normaliseNumber };
  studentImportRoutes(mount, { clock, normalise });
  newStudentRoutes(mount, { clock, normalise });
  documentReviewRoutes(mount, {
    ...{ clock, mail, greet, parseRange },
    openFile: (request, id, range) => openFile(blobs, request, id, range),
  });
  enquiryRoutes(mount, { clock, mail, staffEmail: env.STAFF_EMAIL });
}
