import type { CalendarFile } from './calendar-file.ts';
import type { ContentDocuments, ContentLists, StudentFile } from './content-schema.ts';
import type { CourseFile } from './course-file.ts';
import type { JoiningFile } from './joining-file.ts';
import type { PostFile } from './post-file.ts';
import type { RefundsFile } from './refunds-file.ts';

/**
 * All parsed files of a content folder: the documents and lists, a file for each course and post, the demo students,
 * `joining.json`, `calendar.json` and `refunds.json`.
 */
export type Content = {
  documents: ContentDocuments;
  lists: ContentLists;
  courses: ReadonlyArray<{ file: string; course: CourseFile }>;
  posts: ReadonlyArray<{ file: string; post: PostFile }>;
  students: ReadonlyArray<StudentFile>;
  joining: JoiningFile;
  calendar: CalendarFile;
  refunds: RefundsFile;
};

/** The files of a content folder that could be parsed. `brokenFiles` contains the paths of those that could not. */
export type ParsedContent = Omit<Content, 'documents' | 'lists' | 'joining' | 'calendar' | 'refunds'> & {
  joining: JoiningFile | undefined;
  calendar: CalendarFile | undefined;
  refunds: RefundsFile | undefined;
  documents: Partial<ContentDocuments>;
  lists: Partial<ContentLists>;
  brokenFiles: ReadonlySet<string>;
};
