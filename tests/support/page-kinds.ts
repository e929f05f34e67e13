const courseOfCategory = /^(\/course-booking\/).*-(\d)\d*$/;
const oneOfMany = /^(\/(?:blogs|events|marine-insights|departments\/details)\/).+/;

/** Of the site's public paths one of each kind: courses by their category, posts by theirs, departments, all others. */
export function onePageOfEachKind(paths: readonly string[]): string[] {
  const kinds = Map.groupBy(paths, (path) => path.replace(courseOfCategory, '$1$2').replace(oneOfMany, '$1'));
  return [...kinds.values()].flatMap((same) => same.at(-1) ?? []);
}
