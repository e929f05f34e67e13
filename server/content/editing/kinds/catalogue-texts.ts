import type { FieldTexts, Section } from '../form-fields.ts';

/** The sections of the editing form for a course, in the order in which an editor describes a new course. */
export const courseSections: readonly Section[] = [
  {
    title: 'Name and place',
    fields: [
      ...['course_name', 'course_code', 'is_active', 'category_id', 'department_id', 'course_template', 'meta_text'],
      ...['position', 'tags'],
    ],
  },
  {
    title: 'Fees and discounts',
    fields: [
      ...['total_fee', 'actual_fee', 'fee_structure', 'price_note', 'discounts', 'fees', 'fee_notes'],
      ...['fee_additional_notes', 'payment_schedule', 'withdrawl_policy', 'withdrawl_notes'],
    ],
  },
  {
    title: 'Texts and pictures',
    fields: [
      ...['short_description', 'full_description', 'course_overview', 'key_features', 'learning_outcomes'],
      ...['featured_image_url', 'featured_image_alt', 'banner_image_url', 'banner_image_alt', 'course_brochure_url'],
    ],
  },
  {
    title: 'Length and programme',
    fields: [
      ...['duration', 'duration_unit', 'commencement', 'program_structure_overview', 'modules', 'semesters'],
      ...['batch_strength_policy', 'e_learning', 'e_learning_hours', 'e_learning_passmark', 'exit_exam'],
      'needed_attendance',
    ],
  },
  {
    title: 'Who may join',
    fields: [
      ...['prerequisites', 'eligibility_criteria', 'academic_qualification', 'min_marks', 'eligibility_notes'],
      ...['min_age', 'max_age', 'reference_date', 'eye_sight', 'eye_health', 'physical_fitness'],
      ...['approved_doctor_link', 'entrance_exam_title', 'entrance_exam_desc', 'admission_process'],
    ],
  },
  {
    title: 'First day',
    fields: ['settings', 'reporting_time', 'dress_code', 'what_to_bring', 'requiredDocuments'],
  },
  {
    title: 'Approval and certificate',
    fields: ['approval_no', 'approved_by', 'affiliation', 'dgs_course_id', 'validity_duration', 'validity_unit'],
  },
  {
    title: 'After the course',
    fields: ['career_path', 'shore_intro', 'shore_sectors', 'placement_records', 'events'],
  },
  { title: 'For search engines', fields: ['meta_title', 'meta_description'] },
];

const pictureWords = 'What it shows, in one short sentence. Empty if the picture says no more than the name';
const position = { label: 'Place in the list', help: 'Lower numbers come first' };
const discountTexts: FieldTexts = {
  discounts: { help: 'On each day, only the first one that counts then' },
  'discounts.type': { label: 'Reduces the fee by' },
  'discounts.value': { label: 'How much', help: 'Percent, or rupees' },
  'discounts.starts_on': { label: 'First day', help: 'Empty means: at once' },
  'discounts.ends_on': { label: 'Last day', help: 'Empty means: until it is removed' },
  'discounts.crossed_out_price': { label: 'Price that is shown struck through' },
};
/** Labels and help texts of the fields that courses and packages have in common. */
const soldTexts: FieldTexts = {
  ...discountTexts,
  position,
  is_active: { label: 'On the site and open for booking' },
  duration_unit: { label: 'Unit of the length' },
};
const fromOffice = 'Empty means: as for all courses of the academy';

/** Labels of the age limits for applicants from reserved categories (SC/ST and OBC), for men and for women. */
const ageTexts: FieldTexts = Object.fromEntries(
  ['min_age.male', 'min_age.female', 'max_age.male', 'max_age.female'].flatMap((limit) => [
    [`${limit}.scst`, { label: 'SC/ST' }],
    [`${limit}.obc`, { label: 'OBC' }],
  ]),
);

export const courseTexts: FieldTexts = {
  ...soldTexts,
  course_name: { label: 'Course name' },
  course_code: { label: 'Code', help: 'Such as AFF. It cannot be changed after the course is published' },
  category_id: { label: 'Category' },
  department_id: { label: 'Department' },
  course_template: { label: 'Layout of the page' },
  meta_text: {
    label: 'Address (last part)',
    help: 'Words in small letters, joined by dashes. Earlier addresses still lead to the course',
  },
  tags: { label: 'Words for the search', help: 'Separated by commas' },
  total_fee: {
    label: 'Fee of the course',
    help: 'What students pay before a discount. For yearly fees, the fee of year 1',
  },
  actual_fee: { label: 'Full fee', help: 'Shown beside the fee if it differs. Otherwise enter the fee' },
  fee_structure: { help: 'Such as: Single payment, GST included. A yearly fee begins with the word Yearly' },
  price_note: { label: 'Words beside the price', help: 'Such as: hostel extra. At most 40 characters' },
  fees: { label: 'Break-up of the fee', help: 'For yearly fees, each row is named Year 1, Year 2 and so on' },
  'fees.year': { help: 'Year 1, or a year such as 2026-27' },
  withdrawl_policy: { label: 'Withdrawal' },
  'withdrawl_policy.period': { label: 'When' },
  'withdrawl_policy.fees': { label: 'What is refunded' },
  withdrawl_notes: { label: 'Notes on withdrawal' },
  short_description: { help: 'One line of at most 110 characters, shown in lists' },
  featured_image_url: { label: 'Picture in lists' },
  featured_image_alt: { label: 'Picture in lists, in words', help: pictureWords },
  banner_image_url: { label: 'Large picture' },
  banner_image_alt: { label: 'Large picture, in words', help: pictureWords },
  course_brochure_url: { label: 'Brochure' },
  duration: { label: 'Length', help: 'Batches that are in the calendar keep their dates' },
  commencement: { label: 'When it starts', help: 'Such as: Every second week' },
  e_learning: { label: 'With e-learning' },
  e_learning_hours: { label: 'Hours of e-learning' },
  e_learning_passmark: { label: 'Pass mark of the e-learning, in percent' },
  exit_exam: { label: 'Exit examination' },
  needed_attendance: {
    label: 'Attendance for a certificate, in percent',
    help: 'Empty means 80',
  },
  prerequisites: { label: 'Courses to complete before' },
  min_marks: { label: 'Marks' },
  min_age: { label: 'Lowest age' },
  max_age: { label: 'Highest age' },
  ...ageTexts,
  reference_date: { label: 'Day on which the age counts' },
  approved_doctor_link: { label: 'List of approved doctors' },
  entrance_exam_title: { label: 'Entrance examination' },
  entrance_exam_desc: { label: 'About the entrance examination' },
  settings: { label: 'Where it is held' },
  'settings.venue_id': { label: 'Venue', help: fromOffice },
  'settings.venue': { label: 'Another address', help: 'Only if it is held at none of the venues' },
  'settings.logistics': { label: 'On the spot' },
  'settings.location_map_link': { label: 'Map' },
  reporting_time: { help: fromOffice },
  dress_code: { help: fromOffice },
  what_to_bring: { help: fromOffice },
  requiredDocuments: { label: 'Documents to bring' },
  'requiredDocuments.kinds': {
    label: 'Found in the student’s documents as',
    help: 'Any one of these will do',
  },
  approval_no: { label: 'Approval number' },
  dgs_course_id: { label: 'DGS course number' },
  validity_duration: { label: 'The certificate is valid for' },
  validity_unit: { label: 'Unit of the validity' },
  placement_records: { label: 'Placement' },
  'placement_records.placementRecord': { label: 'Record' },
  events: { label: 'Events and awards' },
  'events.events': { label: 'Event' },
  shore_intro: { label: 'Careers ashore' },
  shore_sectors: { label: 'Sectors ashore' },
  meta_title: { label: 'Title' },
  meta_description: { label: 'Description' },
};

export const packageTexts: FieldTexts = {
  ...soldTexts,
  package_name: { label: 'Package name' },
  featured_image_url: { label: 'Picture' },
  total_fee: { label: 'Fee of the package', help: 'What students pay for the whole package before a discount' },
  actual_fee: { label: 'Full fee', help: 'Usually the sum of the fees of its courses' },
  duration: { label: 'Length' },
  course_codes: { label: 'Courses', help: 'Students choose a batch of each' },
};

export const departmentTexts: FieldTexts = {
  department_name: { label: 'Department name' },
  slug: { label: 'Address (last part)', help: 'Words in small letters, joined by dashes' },
  status: { help: 'Inactive departments are not shown anywhere' },
  show_on_website: { label: 'On the site' },
  body: { label: 'Page' },
  'body.department_head.showProfile': { label: 'Show the head' },
  'body.department_head.hodDetails': { label: 'Head of the department' },
  'body.department_head.hodDetails.professional_designation': { label: 'Designation' },
  'body.faculty.showOnSite': { label: 'Show the faculty' },
  'body.faculty.faculty_list': { label: 'Members' },
  'body.faculty.faculty_list.professional_designation': { label: 'Designation' },
  'body.facility.showOnSite': { label: 'Show the facilities' },
  'body.banner_image_url': { label: 'Large picture' },
  'body.banner_image_alt': { label: 'Large picture, in words', help: pictureWords },
  'body.facility': { label: 'Facilities' },
  'body.facility.facility_list': { label: 'Facilities' },
  'body.courses.showOnSite': { label: 'Show the courses' },
  'body.page_title': { label: 'Title of the page' },
  'body.meta_title': { label: 'Title for search engines' },
  'body.meta_description': { label: 'Description for search engines' },
  'body.meta_keywords': { label: 'Words for search engines' },
  'body.canonical_url': { label: 'Main address, for search engines' },
};

export const groupTexts: FieldTexts = {
  position,
  course_codes: { label: 'Courses', help: 'In the order in which Book Online lists them' },
  package_ids: { label: 'Packages' },
};
