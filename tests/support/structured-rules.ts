type Rule = {
  required: readonly string[];
  recommended: readonly string[];
  /** Further properties of the type at schema.org that the site uses. */
  known?: readonly string[];
  /** How a property is written, where that is told. */
  written?: Readonly<Record<string, RegExp>>;
};

const day = /^\d{4}-\d\d-\d\d(T\d\d:\d\d.*)?$/;
const duration = /^P(?!$)(\d+[YMWD])*(T(\d+[HMS])+)?$/;
const amount = /^\d+(\.\d{1,2})?$/;
const availability = /^https:\/\/schema\.org\/(InStock|SoldOut|PreOrder|LimitedAvailability)$/;

const article: Rule = {
  required: [],
  recommended: ['author', 'datePublished', 'dateModified', 'headline', 'image'],
  known: [
    'description',
    'url',
    'mainEntityOfPage',
    'publisher',
    'keywords',
    'articleSection',
    'inLanguage',
    'wordCount',
  ],
};
const organization: Rule = {
  required: ['name'],
  recommended: ['url'],
  known: [
    '@id',
    'address',
    'alternateName',
    'contactPoint',
    'description',
    'email',
    'hasCredential',
    'image',
    'logo',
    'sameAs',
    'telephone',
  ],
};

/**
 * What Google asks of structured data ("Search gallery": Course info, Breadcrumb, Organization, FAQ, Event, Article), by type
 * of schema.org; parts that its lists do not name have what schema.org gives them as their sense.
 */
const rules: Readonly<Record<string, Rule>> = {
  Course: {
    required: ['name', 'description', 'provider', 'offers', 'hasCourseInstance'],
    recommended: ['inLanguage', 'image', 'teaches', 'coursePrerequisites', 'about'],
    known: ['courseCode', 'url'],
  },
  CourseInstance: {
    required: ['courseMode', 'courseWorkload'],
    recommended: ['startDate', 'endDate', 'location'],
    known: ['offers', 'courseSchedule', 'instructor'],
    written: { courseMode: /^(Online|Onsite|Blended)$/, courseWorkload: duration, startDate: day, endDate: day },
  },
  Offer: {
    required: ['category'],
    recommended: ['price', 'priceCurrency'],
    known: ['url', 'availability', 'validFrom'],
    written: {
      category: /^(Free|Partially Free|Subscription|Paid)$/,
      price: amount,
      priceCurrency: /^[A-Z]{3}$/,
      availability,
    },
  },
  EducationalOrganization: organization,
  Organization: { ...organization, recommended: [] },
  CollegeOrUniversity: organization,
  WebSite: { required: ['name', 'url'], recommended: [], known: ['alternateName'] },
  BreadcrumbList: { required: ['itemListElement'], recommended: [] },
  ListItem: { required: ['position', 'name', 'item'], recommended: [], written: { position: /^[1-9]\d*$/ } },
  FAQPage: { required: ['mainEntity'], recommended: [] },
  Question: { required: ['name', 'acceptedAnswer'], recommended: [] },
  Answer: { required: ['text'], recommended: [] },
  Event: {
    required: ['name', 'startDate', 'location'],
    recommended: ['description', 'endDate', 'image', 'organizer', 'eventStatus', 'offers', 'performer'],
    known: ['eventAttendanceMode', 'url', 'inLanguage'],
    written: {
      startDate: day,
      endDate: day,
      eventStatus: /^https:\/\/schema\.org\/Event(Scheduled|Cancelled|Postponed|Rescheduled|MovedOnline)$/,
    },
  },
  Article: article,
  BlogPosting: article,
  NewsArticle: article,
  Person: { required: ['name'], recommended: [], known: ['url', 'image', 'jobTitle'] },
  // Of an event and of a course's run alike: `location.address` is asked for, its name is recommended.
  Place: { required: ['address'], recommended: ['name'] },
  PostalAddress: {
    required: ['streetAddress'],
    recommended: ['addressCountry'],
    known: ['addressLocality', 'postalCode'],
  },
  ContactPoint: { required: ['telephone'], recommended: ['contactType'], known: ['email', 'areaServed'] },
  EducationalOccupationalCredential: { required: ['name'], recommended: [], known: ['identifier', 'recognizedBy'] },
};

const isFilled = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

export type StructuredFaults = {
  /** A required property is missing or a property is none of its type's: must not be. */
  broken: string[];
  /** A recommended one is missing: may be. */
  missed: string[];
};

/** Walks structured data and tells what the rules say of it; `at` names the place. */
export function structuredFaults(value: unknown, at = ''): StructuredFaults {
  if (Array.isArray(value)) {
    const parts = value.map((one, place) => structuredFaults(one, `${at}[${place}]`));
    return { broken: parts.flatMap((part) => part.broken), missed: parts.flatMap((part) => part.missed) };
  }
  if (typeof value !== 'object' || value === null) return { broken: [], missed: [] };
  const { '@type': type, '@context': _context, ...properties } = value as Record<string, unknown>;
  const name = `${at}${at ? '.' : ''}${String(type)}`;
  const rule = rules[String(type)];
  if (!rule) return { broken: [`${name} is no type that the rules know`], missed: [] };
  const allowed = [...rule.required, ...rule.recommended, ...(rule.known ?? [])];
  const lacks = (wanted: readonly string[]) => wanted.filter((property) => !isFilled(properties[property]));
  const parts = Object.entries(properties).map(([property, part]) => structuredFaults(part, `${name}.${property}`));
  return {
    broken: [
      ...lacks(rule.required).map((property) => `${name} lacks ${property}`),
      ...Object.entries(rule.written ?? {}).flatMap(([property, pattern]) =>
        properties[property] === undefined || pattern.test(String(properties[property]))
          ? []
          : [`${name}.${property} is written ${String(properties[property])}`],
      ),
      // One page is no trail.
      ...(type === 'BreadcrumbList' && Object(properties.itemListElement).length < 2 ? [`${name} is too short`] : []),
      ...Object.keys(properties).flatMap((property) =>
        allowed.includes(property) ? [] : [`${name} has a ${property}`],
      ),
      ...parts.flatMap((part) => part.broken),
    ],
    missed: [
      ...lacks(rule.recommended).map((property) => `${name} lacks ${property}`),
      ...parts.flatMap((part) => part.missed),
    ],
  };
}
