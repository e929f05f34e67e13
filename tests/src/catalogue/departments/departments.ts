import type { Department } from '../../../../contract/departments.ts';

/**
 * A department with everything that its page shows, including the lists that the server sends only if a request asks
 * for them.
 */
export function department(change: Partial<Department> = {}): Department {
  return {
    id: 1,
    department_name: 'Nautical Science',
    slug: 'nautical-science',
    status: 'active',
    show_on_website: true,
    description: 'Navigation and cargo work.',
    banner_image_url: '/media/campus/chart-room-640.webp',
    banner_image_alt: 'A chart table with dividers',
    department_head: {
      showProfile: true,
      message: 'A good watchkeeper looks out of the window first.',
      hodDetails: {
        first_name: 'Harish',
        last_name: 'Kurup',
        professional_designation: 'Master Mariner',
        specialization: 'Celestial navigation',
        profile_url: '/media/people/harish-kurup.svg',
      },
    },
    faculty: {
      showOnSite: true,
      title: 'Who teaches',
      faculty_list: [
        {
          id: 101,
          first_name: 'Leela',
          last_name: 'Varghese',
          professional_designation: 'Extra Master',
          specialization: 'Watchkeeping',
        },
      ],
    },
    facility: {
      showOnSite: true,
      title: 'Facilities',
      facility_list: [
        {
          id: 1,
          name: 'Chart room',
          description: 'Forty chart tables.',
          image_url: '/media/campus/chart-room-640.webp',
          image_alt: 'Cadets at chart tables',
        },
      ],
    },
    courses: {
      showOnSite: true,
      title: 'Courses',
      course_list: [
        {
          id: 302,
          course_name: 'Diploma in Nautical Science',
          meta_text: 'diploma-in-nautical-science',
          duration: 1,
          duration_unit: 'year',
        },
      ],
    },
    page_title: 'The deck department',
    meta_title: 'Nautical Science | Harbour Academy',
    meta_description: 'Deck training in Chennai.',
    meta_keywords: 'nautical science, deck',
    canonical_url: '/departments/details/1/nautical-science',
    ...change,
  };
}

export function departmentList(...dept: Department[]) {
  return { body: { statusCode: 200, data: { dept, total: dept.length, page: 1, limit: 100 } } };
}
