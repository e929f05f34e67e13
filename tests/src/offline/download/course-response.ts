type CourseFields = {
  id: number;
  name: string;
  code: string;
  days: number;
  fee: number;
  tags?: string;
  category?: number;
  unit?: 'day' | 'week' | 'month' | 'year';
};

/** A response of the API call `listCourses` with one course. */
export function coursesResponse({ id, name, code, days, fee, tags = '', category = 4, unit = 'day' }: CourseFields) {
  const course = {
    id,
    course_name: name,
    course_code: code,
    is_active: true,
    meta_text: name.toLowerCase().replaceAll(' ', '-'),
    duration: days,
    duration_unit: unit,
    total_fee: fee,
    category_id: category,
    category: { name: 'Post-Sea' },
    course_template: 'Post-Sea Course',
    tags,
  };
  return { statusCode: 200, data: { courses: [course], total: 1, page: 1, limit: 100 } };
}
