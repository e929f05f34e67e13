import type { Enrolment } from '../../../../contract/enrolments.ts';

/** A booked course: Fire Fighting from 1 to 3 December 2026. */
export function enrolment(change: Partial<Enrolment> = {}): Enrolment {
  return {
    id: 1,
    course_id: 7,
    course_name: 'Fire Fighting',
    course_code: 'FF',
    meta_text: 'fire-fighting',
    short_description: 'Put out fires.',
    status: 'upcoming',
    duration: 3,
    duration_unit: 'day',
    start_date: '2026-12-01',
    end_date: '2026-12-03',
    tags: 'safety, STCW',
    batch_id: 71,
    place: '1 Quay Road, Chennai',
    joining: {
      reporting_time: '08:15 at reception',
      dress_code: null,
      documents: ['Passport', 'INDoS number'],
      logistics: 'By bus.',
      accommodation: null,
      map_link: 'https://maps.example.com/',
      e_learning: false,
      e_learning_hours: null,
    },
    order_id: 'LF-2026-000123',
    receipt_number: 'LFR-2026-000045',
    package_name: null,
    ...change,
  };
}
