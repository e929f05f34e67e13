import { unknownObject as unknown } from './foreign-object.ts';

const reason = 'as agreed';

const nobody = `/api/staff/students/${crypto.randomUUID()}`;
const noDocument = `/api/staff/documents/${crypto.randomUUID()}`;
const noEnquiry = '/api/staff/enquiries/999999999';
const noTemplate = '/api/staff/reply-templates/999999999';

/**
 * Requests with ids that do not exist, by endpoint name, for all staff calls whose path contains the id of a student, a
 * document, an enquiry or a reply template.
 */
export const foreignPeople = {
  getStudentRecord: unknown(nobody),
  changeStudent: unknown(nobody, { city: 'Kochi' }),
  setStudentBooking: unknown(`${nobody}/booking`, { is_allowed: false, reason }),
  creditStudentWallet: unknown(`${nobody}/wallet`, { amount: 1, reference: 'R-none', description: 'Cash', reason }),
  addStudentNote: unknown(`${nobody}/notes`, { text: 'Nobody' }),
  getReviewedDocument: unknown(noDocument),
  getDocumentFile: unknown(`${noDocument}/file`),
  reviewDocument: unknown(`${noDocument}/state`, { state: 'verified', seen: 'waiting', expires_on: null }),
  getEnquiry: unknown(noEnquiry),
  changeEnquiry: unknown(noEnquiry, { state: 'closed' }),
  addEnquiryNote: unknown(`${noEnquiry}/notes`, { text: 'Nobody' }),
  replyToEnquiry: unknown(`${noEnquiry}/replies`, { text: 'Nobody' }),
  changeReplyTemplate: unknown(noTemplate, { name: 'None', text: 'None' }),
  deleteReplyTemplate: unknown(noTemplate),
};
