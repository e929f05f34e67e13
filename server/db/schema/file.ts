import type { Generated } from 'kysely';
import type { Day, DefaultMoment, OptionalMoment } from './columns.ts';

export type FileRow = {
  id: Generated<string>;
  student_id: string;
  purpose: 'document' | 'image';
  state: Generated<'receiving' | 'stored' | 'dropped'>;
  media_type: string | null;
  bytes: number | null;
  sha256: Buffer | null;
  created_at: DefaultMoment;
  attached_at: OptionalMoment;
};

export type StudentDocumentRow = {
  id: Generated<string>;
  student_id: string;
  file_id: string;
  name: string;
  category: 'academic' | 'financial' | 'personal';
  expires_on: Day | null;
  /** 90, 30 or 7: what the student was last reminded at (0015-document-reminders.sql). */
  reminded_days: Generated<number | null>;
  created_at: DefaultMoment;
};

/** Tables of what students upload (0014-files.sql). */
export type FileTables = { files: FileRow; student_documents: StudentDocumentRow };
