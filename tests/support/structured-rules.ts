import { vocabularyFault } from './schema-vocabulary.ts';

type Rule = {
  required: readonly string[];
  recommended: readonly string[];
  /**
   * The format that a property's value must have, by the property's name. Properties that may have any format are not
   * listed.
   */
  written?: Readonly<Record<string, RegExp>>;
};

const day = /^\d{4}-\d\d-\d\d(T\d\d:\d\d.*)?$/;
const duration = /^P(?!$)(\d+[YMWD])*(T(\d+[HMS])+)?$/;
const amount = /^\d+(\.\d{1,2})?$/;
const currency = /^[A-Z]{3}$/;
const availability = /^https:\/\/schema\.org\/(InStock|SoldOut|PreOrder|LimitedAvailability)$/;

const article: Rule = {
  required: [],
  recommended: ['author', 'datePublished', 'dateModified', 'headline', 'image'],
};
const organization: Rule = {
  required: ['name'],
  recommended: ['url'],
};

/**
 * Google’s requirements for structured data, by schema.org type, from Google's search gallery (Course info, Breadcrumb,
 * Organization, FAQ, Event, Article). For a type that Google does not list, we require the properties without which the
 * data would be useless.
 */
const rules: Readonly<Record<string, Rule>> = {
  Course: {
    required: ['name', 'description', 'provider', 'offers', 'hasCourseInstance'],
    recommended: ['inLanguage', 'image', 'teaches', 'coursePrerequisites', 'about'],
  },
  CourseInstance: {
    required: ['courseMode', 'courseWorkload'],
    recommended: ['startDate', 'endDate', 'location'],
    written: { courseMode: /^(Online|Onsite|Blended)$/, courseWorkload: duration, startDate: day, endDate: day },
  },
  Offer: {
    required: ['category'],
    recommended: ['price', 'priceCurrency'],
    written: {
      category: /^(Free|Partially Free|Subscription|Paid)$/,
      price: amount,
      priceCurrency: currency,
      availability,
    },
  },
  CompoundPriceSpecification: {
    required: ['price', 'priceCurrency', 'priceComponent'],
    recommended: [],
    written: { price: amount, priceCurrency: currency },
  },
  UnitPriceSpecification: {
    required: ['name', 'price', 'priceCurrency'],
    recommended: [],
    written: { price: amount, priceCurrency: currency },
  },
  EducationalOrganization: organization,
  Organization: { ...organization, recommended: [] },
  CollegeOrUniversity: organization,
  WebSite: { required: ['name', 'url'], recommended: [] },
  BreadcrumbList: { required: ['itemListElement'], recommended: [] },
  ListItem: { required: ['position', 'name', 'item'], recommended: [], written: { position: /^[1-9]\d*$/ } },
  FAQPage: { required: ['mainEntity'], recommended: [] },
  Question: { required: ['name', 'acceptedAnswer'], recommended: [] },
  Answer: { required: ['text'], recommended: [] },
  Event: {
    required: ['name', 'startDate', 'location'],
    recommended: ['description', 'endDate', 'image', 'organizer', 'eventStatus', 'offers', 'performer'],
    written: {
      startDate: day,
      endDate: day,
      eventStatus: /^https:\/\/schema\.org\/Event(Scheduled|Cancelled|Postponed|Rescheduled|MovedOnline)$/,
    },
  },
  Article: article,
  BlogPosting: article,
  NewsArticle: article,
  Person: { required: ['name'], recommended: [] },
  // The value of `location` in events and course instances is a Place. It must have an `address` and should have a
  // `name`.
  Place: { required: ['address'], recommended: ['name'] },
  PostalAddress: {
    required: ['streetAddress'],
    recommended: ['addressCountry'],
  },
  ContactPoint: { required: ['telephone'], recommended: ['contactType'] },
  EducationalOccupationalCredential: { required: ['name'], recommended: [] },
};

const isFilled = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

export type StructuredFaults = {
  /**
   * Messages about required properties that are missing, and about properties that do not belong to their schema.org
   * type.
   */
  broken: string[];
  /** Messages about properties that are missing although Google recommends them for the object's type. */
  missed: string[];
};

/**
 * Messages about violations of schema.org: a property that the type does not have, or a value that the property does
 * not accept.
 */
function strangeness(type: string, property: string, value: unknown, name: string): string[] {
  if (property === '@id') return [];
  const values: unknown[] = Array.isArray(value) ? value : [value];
  const kinds = values.map((one) =>
    typeof one === 'object' && one !== null ? String(Reflect.get(one, '@type')) : undefined,
  );
  return kinds.flatMap((kind) => {
    const fault = vocabularyFault(type, property, kind);
    return fault ? [`${name}: ${fault}`] : [];
  });
}

/**
 * Checks structured data against Google's rules and schema.org. `at` is the path of `value` within the whole data, for
 * the messages.
 */
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
      // A breadcrumb list needs at least two pages.
      ...(type === 'BreadcrumbList' && Object(properties.itemListElement).length < 2 ? [`${name} is too short`] : []),
      ...Object.entries(properties).flatMap(([property, part]) => strangeness(String(type), property, part, name)),
      ...parts.flatMap((part) => part.broken),
    ],
    missed: [
      ...lacks(rule.recommended).map((property) => `${name} lacks ${property}`),
      ...parts.flatMap((part) => part.missed),
    ],
  };
}
