import type { Generated } from 'kysely';
import type { Day, DefaultTimestamp, OptionalTimestamp } from './columns.ts';

type FileRow = {
  id: Generated<string>;
  student_id: string;
  purpose: 'document' | 'image';
  state: Generated<'receiving' | 'stored' | 'dropped'>;
  media_type: string | null;
  bytes: number | null;
  sha256: Buffer | null;
  created_at: DefaultTimestamp;
  attached_at: OptionalTimestamp;
};

type StudentDocumentRow = {
  id: Generated<string>;
  student_id: string;
  file_id: string;
  name: string;
  category: 'academic' | 'financial' | 'personal';
  expires_on: Day | null;
  /**
   * How many days before the document's expiry the student was last reminded: 90, 30 or 7; null if never
   * (0015-document-reminders.sql).
   */
  reminded_days: Generated<number | null>;
  /** The result of the staff's review of the document (0040-people.sql). */
  state: Generated<'waiting' | 'verified' | 'rejected'>;
  rejection: string | null;
  reviewed_by: string | null;
  reviewed_at: OptionalTimestamp;
  created_at: DefaultTimestamp;
};

/** Tables of uploaded files and documents (0014-files.sql, 0028-several-processes.sql). */
export type FileTables = {
  files: FileRow;
  student_documents: StudentDocumentRow;
  upload_folder: { id: string; is_only_row: Generated<boolean> };
};
