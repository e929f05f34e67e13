import type * as z from 'zod';
import { calendarFileSchema } from '../files/calendar-file.ts';
import type { Content, ParsedContent } from '../files/content.ts';
import { type ContentFault, schemaFaults } from '../files/content-fault.ts';
import {
  type ContentFiles,
  calendarFile,
  coursesFolder,
  documentFiles,
  joiningFile,
  listFiles,
  listMedia,
  postsFolder,
  readContentFiles,
  refundsFile,
  studentsFile,
} from '../files/content-files.ts';
import { documentSchemas, listSchemas, studentsSchema } from '../files/content-schema.ts';
import { courseFileSchema } from '../files/course-file.ts';
import { joiningFileSchema } from '../files/joining-file.ts';
import { postFileSchema } from '../files/post-file.ts';
import { refundsFileSchema } from '../files/refunds-file.ts';
import { duplicateFaults } from './duplicate-faults.ts';
import { redirectFaults } from './redirect-faults.ts';
import { referenceFaults } from './reference-faults.ts';
import { scheduleFaults } from './schedule-faults.ts';
import { textFaults } from './text-faults.ts';

/**
 * The result of checking content files. `content` is defined only if there are no faults. `parsed` has all files that
 * could be parsed.
 */
type CheckedContent = { content: Content | undefined; parsed: ParsedContent; faults: ContentFault[] };

/** Parses content files and collects their faults. `parse` returns undefined for an invalid file. */
class FileParser {
  readonly faults: ContentFault[];
  readonly brokenFiles = new Set<string>();
  readonly #files: ContentFiles;
  readonly #media: ReadonlySet<string>;

  constructor(files: ContentFiles, media: ReadonlySet<string>) {
    this.faults = [...files.faults];
    this.#files = files;
    this.#media = media;
  }

  parse<S extends z.ZodType>(file: string, schema: S): z.output<S> | undefined {
    const text = this.#files.texts.get(file);
    if (text !== undefined) {
      const value = this.#parseText(file, text, schema);
      if (value !== undefined) return value;
    }
    this.brokenFiles.add(file);
    return undefined;
  }

  #parseText<S extends z.ZodType>(file: string, text: string, schema: S): z.output<S> | undefined {
    try {
      const value: unknown = JSON.parse(text);
      this.faults.push(...textFaults(file, value, this.#media));
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      this.faults.push(...schemaFaults(file, parsed.error));
    } catch (error) {
      const reason = error instanceof SyntaxError ? error.message : String(error);
      this.faults.push({ file, path: '', reason: `is no JSON: ${reason}` });
    }
    return undefined;
  }

  parseAll<Schemas extends Record<string, z.ZodType>>(
    names: Record<keyof Schemas & string, string>,
    schemas: Schemas,
  ): { [Name in keyof Schemas]?: z.output<Schemas[Name]> } {
    const parsed: { [Name in keyof Schemas]?: z.output<Schemas[Name]> } = {};
    for (const name of Object.keys(schemas) as Array<keyof Schemas & string>) {
      const schema = schemas[name];
      if (schema) parsed[name] = this.parse(names[name], schema);
    }
    return parsed;
  }
}

/** Parses the files of one sub-folder. Leaves out the files that cannot be parsed; `parser` collects their faults. */
function parseFolder<S extends z.ZodType>(parser: FileParser, files: ContentFiles, folder: string, schema: S) {
  const names = [...files.texts.keys()].filter((file) => file.startsWith(`${folder}/`));
  return names.flatMap((file) => {
    const value = parser.parse(file, schema);
    return value === undefined ? [] : [{ file, value }];
  });
}

/**
 * Checks content files and returns all faults. References to the contents of a file that could not be parsed are not
 * reported as faults. `uploaded`: the URL paths of pictures that editors uploaded, which are stored in the database and
 * not in the folder.
 */
export async function checkContentFiles(
  folder: string,
  files: ContentFiles,
  uploaded: readonly string[] = [],
): Promise<CheckedContent> {
  const parser = new FileParser(files, new Set([...(await listMedia(folder)), ...uploaded]));
  const parsed: ParsedContent = {
    documents: parser.parseAll(documentFiles, documentSchemas),
    lists: parser.parseAll(listFiles, listSchemas),
    courses: parseFolder(parser, files, coursesFolder, courseFileSchema).map(({ file, value }) => ({
      file,
      course: value,
    })),
    posts: parseFolder(parser, files, postsFolder, postFileSchema).map(({ file, value }) => ({ file, post: value })),
    students: parser.parse(studentsFile, studentsSchema) ?? [],
    joining: files.texts.has(joiningFile) ? parser.parse(joiningFile, joiningFileSchema) : {},
    calendar: files.texts.has(calendarFile) ? parser.parse(calendarFile, calendarFileSchema) : {},
    refunds: files.texts.has(refundsFile) ? parser.parse(refundsFile, refundsFileSchema) : {},
    brokenFiles: parser.brokenFiles,
  };
  const faults = [
    ...parser.faults,
    ...duplicateFaults(parsed),
    ...referenceFaults(parsed),
    ...redirectFaults(parsed),
    ...scheduleFaults(parsed),
  ];
  return { content: faults.length > 0 ? undefined : (parsed as Content), parsed, faults };
}

/** Returns all faults of a content folder. A folder without faults can be loaded. Never throws. */
export async function checkContent(folder: string): Promise<ContentFault[]> {
  return (await checkContentFiles(folder, await readContentFiles(folder))).faults;
}
