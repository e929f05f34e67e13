import { useQueries } from '@tanstack/react-query';
import { categories } from '../../../contract/categories.ts';
import { courseQueries } from '../course.queries.ts';
import classes from './compare-table.module.css';

/** Selects one more course to compare. Hidden until the courses of a category are loaded. */
export function AddCourse({ ids, onAdd }: { ids: readonly number[]; onAdd: (id: number) => void }) {
  const queries = useQueries({ queries: categories.map(({ id }) => courseQueries.byCategory(id)) });
  if (!queries.some(({ data }) => data)) return null;
  return (
    <label className={`stack gap-1 small medium screen-only ${classes.field}`}>
      Add a course
      <select className={classes.select} value="" onChange={({ target }) => onAdd(Number(target.value))}>
        <option value="">Choose a course</option>
        {categories.map(({ name }, index) => (
          <optgroup key={name} label={name}>
            {(queries[index]?.data?.courses ?? [])
              .filter(({ id }) => !ids.includes(id))
              .map(({ id, course_name }) => (
                <option key={id} value={id}>
                  {course_name}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
