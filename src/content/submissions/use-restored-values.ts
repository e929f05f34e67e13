import { type RefObject, useEffect, useRef, useState } from 'react';

type Values = Record<string, string | boolean>;

/** Field values that were typed before hydration, or that the browser restored. */
function readFields(form: HTMLFormElement, initial: Values): Values {
  const fields = [...form.querySelectorAll<HTMLInputElement>('[name]')].filter(({ name }) => name in initial);
  return Object.fromEntries(
    fields
      .map(({ name, type, checked, value }): [string, string | boolean] => [
        name,
        type === 'checkbox' ? checked : value,
      ])
      .filter(([name, value]) => value !== '' && value !== false && value !== initial[name]),
  );
}

/**
 * After hydration, copies what was already typed into the server-rendered form to the state of the hydrated form, and
 * fills the other fields from the draft. Returns whether the form is hydrated.
 */
export function useRestoredValues<Form extends Values>(
  element: RefObject<HTMLFormElement | null>,
  form: { getValues: () => Form; setValues: (values: Partial<Form>) => void },
  readDraft: () => Partial<Form>,
): boolean {
  const [isHydrated, setIsHydrated] = useState(false);
  const start = useRef(() => {
    const typed = element.current ? readFields(element.current, form.getValues()) : {};
    form.setValues({ ...readDraft(), ...typed } as Partial<Form>);
  });
  useEffect(() => {
    start.current();
    setIsHydrated(true);
  }, []);
  return isHydrated;
}
