/** The four categories of courses, in the order in which the courses list shows them. */
export const categories = [
  {
    id: 3,
    key: 'pre-sea',
    name: 'Pre-Sea',
    listTitle: 'Pre-Sea Programs',
    pageTitle: 'Pre Sea Courses',
    path: '/courses/pre-sea-courses',
  },
  {
    id: 4,
    key: 'post-sea',
    name: 'Post-Sea',
    listTitle: 'Post-Sea',
    pageTitle: 'Post Sea Courses',
    path: '/courses/post-sea-courses',
  },
  {
    id: 2,
    key: 'management',
    name: 'Management',
    listTitle: 'Management',
    pageTitle: 'Management Courses',
    path: '/courses/management-courses',
  },
  {
    id: 1,
    key: 'value-added',
    name: 'Value-added',
    listTitle: 'Value-added',
    pageTitle: 'Value added Courses',
    path: '/courses/value-added-courses',
  },
] as const;

export type Category = (typeof categories)[number];
export type CategoryKey = Category['key'];

export const courseTemplates = [
  'Pre-Sea Course',
  'Management Course',
  'Post-Sea Course',
  'Value-added Course',
] as const;

export const durationUnits = ['day', 'week', 'month', 'year'] as const;

export function categoryById(id: number): Category | undefined {
  return categories.find((category) => category.id === id);
}
