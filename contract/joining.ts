import * as z from 'zod';
import { counted } from './counted.ts';

/**
 * Joining instructions of a booked course, from the course's content. A field is null if the content says nothing about
 * it. The optional fields are missing in data that a device stored before these fields existed.
 */
export const joiningSchema = z.object({
  reporting_time: z.string().nullable(),
  dress_code: z.string().nullable(),
  documents: z.array(z.string()),
  /** What students bring to the course besides the documents. */
  bring: z.array(z.string()).optional(),
  /**
   * The required documents that the student lacks: not stored, rejected by staff, or expiring before the course ends.
   */
  missing_documents: z.array(z.string()).optional(),
  logistics: z.string().nullable(),
  accommodation: z.string().nullable(),
  map_link: z.string().nullable(),
  /** Whether e-learning must be completed before the first day, and how many hours it takes, if known. */
  e_learning: z.boolean(),
  e_learning_hours: z.number().nullable(),
});
export type Joining = z.infer<typeof joiningSchema>;

/** The fields of a booked course from which its joining instructions are made. */
export type JoiningCourse = { course_name: string; place: string | null; joining: Joining };

/** One joining instruction. `courses` names the courses to which it applies; empty if it applies to all of them. */
export type Instruction = { text: string; courses: string[]; mapLink?: string };
export type InstructionGroup = { name: string; instructions: Instruction[] };

type InstructionText = { text: string; mapLink?: string | null };

/** Merges the joining instructions of several courses, so that a text that some of them share occurs once. */
function merge(
  courses: readonly JoiningCourse[],
  textsOf: (course: JoiningCourse) => InstructionText[],
): Instruction[] {
  const merged = new Map<string, Instruction>();
  for (const course of courses) {
    for (const { text, mapLink } of textsOf(course)) {
      const key = `${text} ${mapLink ?? ''}`;
      const instruction = merged.get(key) ?? { text, courses: [], ...(mapLink ? { mapLink } : {}) };
      if (!instruction.courses.includes(course.course_name)) instruction.courses.push(course.course_name);
      merged.set(key, instruction);
    }
  }
  const names = new Set(courses.map(({ course_name }) => course_name));
  return [...merged.values()].map((instruction) =>
    instruction.courses.length === names.size ? { ...instruction, courses: [] } : instruction,
  );
}

const oneText = (text: string | null): InstructionText[] => (text ? [{ text }] : []);
const allTexts = (texts: readonly string[] = []): InstructionText[] => texts.map((text) => ({ text }));

function eLearning({ e_learning, e_learning_hours: hours }: Joining): InstructionText[] {
  return e_learning
    ? [{ text: `E-learning${hours ? ` of ${counted(hours, 'hour')}` : ''}, before the first day` }]
    : [];
}

/**
 * The joining instructions of courses that are booked together: when and where to report, what to wear and to bring.
 */
export function joiningInstructions(courses: readonly JoiningCourse[]): InstructionGroup[] {
  const groups: InstructionGroup[] = [
    { name: 'Report', instructions: merge(courses, ({ joining }) => oneText(joining.reporting_time)) },
    {
      name: 'Place',
      instructions: merge(courses, ({ place, joining: { map_link } }) =>
        place ? [{ text: place, mapLink: map_link }] : [],
      ),
    },
    { name: 'Prepare', instructions: merge(courses, ({ joining }) => eLearning(joining)) },
    { name: 'Wear', instructions: merge(courses, ({ joining }) => oneText(joining.dress_code)) },
    {
      name: 'Bring',
      instructions: merge(courses, ({ joining }) => [...allTexts(joining.documents), ...allTexts(joining.bring)]),
    },
    { name: 'Getting there', instructions: merge(courses, ({ joining }) => oneText(joining.logistics)) },
    { name: 'Stay', instructions: merge(courses, ({ joining }) => oneText(joining.accommodation)) },
  ];
  return groups.filter(({ instructions }) => instructions.length > 0);
}

/** The required documents that the student lacks: not stored, rejected by staff, or expiring before the course ends. */
export function missingDocuments(courses: readonly JoiningCourse[]): Instruction[] {
  return merge(courses, ({ joining }) => allTexts(joining.missing_documents));
}

/** Formats an instruction on one line, with the courses to which it applies. */
export function instructionText({ text, courses }: Instruction): string {
  return courses.length === 0 ? text : `${text} (${courses.join(', ')})`;
}
