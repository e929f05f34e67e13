import type { ContentDocuments, ContentLists, StudentFile } from './content-schema.ts';
import type { CourseFile } from './course-file.ts';
import type { PostFile } from './post-file.ts';

/** A whole content folder, parsed: documents, lists, courses and posts with their file names, demo students. */
export type Content = {
  documents: ContentDocuments;
  lists: ContentLists;
  courses: ReadonlyArray<{ file: string; course: CourseFile }>;
  posts: ReadonlyArray<{ file: string; post: PostFile }>;
  students: ReadonlyArray<StudentFile>;
};

/** As much of it as could be parsed; `brokenFiles` could not be. */
export type ContentParts = Omit<Content, 'documents' | 'lists'> & {
  documents: Partial<ContentDocuments>;
  lists: Partial<ContentLists>;
  brokenFiles: ReadonlySet<string>;
};
