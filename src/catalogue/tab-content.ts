import type { Course } from '../../contract/course.ts';
import type { CourseTab } from './course-tab.ts';

const fieldsOf: Record<CourseTab, ReadonlyArray<keyof Course>> = {
  details: ['course_code'],
  eligibility: [
    'eligibility_criteria',
    'academic_qualification',
    'min_marks',
    'eligibility_notes',
    'min_age',
    'max_age',
    'reference_date',
    'eye_sight',
    'eye_health',
    'physical_fitness',
    'approved_doctor_link',
    'entrance_exam_title',
    'entrance_exam_desc',
  ],
  fees: ['total_fee'],
  admission: ['admission_process', 'requiredDocuments', 'events'],
  withdrawal: ['withdrawl_policy', 'withdrawl_notes'],
  structure: ['program_structure_overview', 'semesters', 'modules', 'e_learning', 'exit_exam'],
  career: ['career_path', 'shore_intro', 'shore_sectors', 'placement_records'],
};

/** Whether a course fills anything of a tab. */
export function hasTabContent(course: Course, tab: CourseTab): boolean {
  return fieldsOf[tab].some((field) => {
    const value = course[field];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '';
  });
}
