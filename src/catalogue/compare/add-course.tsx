import { useQueries } from '@tanstack/react-query';
import { categories } from '../../../contract/categories.ts';
import { courseQueries } from '../course.queries.ts';
import classes from './add-course.module.css';

/** Selector of one more course to compare; it comes when the courses are known, and needs a script. */
export function AddCourse({ ids, onAdd }: { ids: readonly number[]; onAdd: (id: number) => void }) {
  const shelves = useQueries({ queries: categories.map(({ id }) => courseQueries.byCategory(id)) });
  if (!shelves.some((shelf) => shelf.data)) return null;
  return (
    <label className={classes.field}>
      Add a course
      <select className={classes.select} value="" onChange={({ target }) => onAdd(Number(target.value))}>
        <option value="">Choose a course</option>
        {categories.map(({ name }, place) => (
          <optgroup key={name} label={name}>
            {(shelves[place]?.data?.courses ?? [])
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
