import { unknownObject } from './foreign-object.ts';

/** A request whose path contains the id of a content document that does not exist. */
const unknownDocument = (what: string, body?: object) => unknownObject(`/api/staff/content/notices/99999${what}`, body);

/** A request whose path contains an unknown kind of content. */
const unknownKind = { ...unknownObject('/api/staff/content/secrets'), expected: 400 };

const reason = 'as agreed';

/**
 * Requests with kinds or ids that do not exist, by endpoint name, for all staff calls whose path contains the kind or
 * id of a content document.
 */
export const foreignContent = {
  listContent: unknownKind,
  createContent: unknownKind,
  getContent: unknownDocument(''),
  saveContentDraft: unknownDocument('/draft', { revision: 0, body: {} }),
  discardContentDraft: unknownDocument('/discard', { revision: 1 }),
  checkContentDraft: unknownDocument('/check'),
  publishContent: unknownDocument('/publish', { revision: 1, published: null, publish_at: null }),
  unscheduleContent: unknownDocument('/unschedule'),
  removeContent: unknownDocument('/remove', { revision: 0, reason }),
  // Expects success: a document that does not exist has an empty history, like one that was never published.
  listContentVersions: { ...unknownDocument('/history'), expected: 200 },
  restoreContent: unknownDocument('/restore', { revision: 0, version: 1, state: 'after' }),
  previewContent: unknownDocument('/preview'),
};
