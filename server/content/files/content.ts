import type { ContentDocuments, ContentLists, StudentFile } from './content-schema.ts';
import type { CourseFile } from './course-file.ts';
import type { PostFile } from './post-file.ts';

/** A parsed content folder: documents, lists, courses and posts with their file names, and demo students. */
export type Content = {
  documents: ContentDocuments;
  lists: ContentLists;
  courses: ReadonlyArray<{ file: string; course: CourseFile }>;
  posts: ReadonlyArray<{ file: string; post: PostFile }>;
  students: ReadonlyArray<StudentFile>;
};

/** Those parts of a content folder that could be parsed. `brokenFiles` lists the files that could not. */
export type ParsedContent = Omit<Content, 'documents' | 'lists'> & {
  documents: Partial<ContentDocuments>;
  lists: Partial<ContentLists>;
  brokenFiles: ReadonlySet<string>;
};
