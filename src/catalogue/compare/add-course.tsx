import { useQueries } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { categories } from '../../../contract/categories.ts';
import { courseQueries } from '../course.queries.ts';
import classes from './compare-table.module.css';

/**
 * Form that adds one more course to the comparison. It is hidden until the courses of a category are loaded. A course
 * is added by a button and not by selecting it: on many systems each press of an arrow key changes the selection.
 */
export function AddCourse({ ids, onAdd }: { ids: readonly number[]; onAdd: (id: number) => void }) {
  const queries = useQueries({ queries: categories.map(({ id }) => courseQueries.byCategory(id)) });
  if (!queries.some(({ data }) => data)) return null;
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const id = Number(new FormData(event.currentTarget).get('add'));
    event.currentTarget.reset();
    onAdd(id);
  };
  return (
    <form className={`row wrap gap-3 screen-only ${classes.form}`} onSubmit={add}>
      <label className="stack shrink grow gap-1 small medium">
        Add a course
        <select name="add" className={classes.select} required defaultValue="">
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
      <button type="submit" className={`outline-button sea ${classes.add}`}>
        Add
      </button>
    </form>
  );
}
