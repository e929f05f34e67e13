import { type RefObject, useEffect, useRef, useState } from 'react';

type Values = Record<string, string | boolean>;

/** What stands in the fields themselves: typed before the script ran, or put back by the browser. */
function readFields(form: HTMLFormElement, initial: Values): Values {
  const fields = [...form.querySelectorAll<HTMLInputElement>('[name]')].filter(({ name }) => name in initial);
  return Object.fromEntries(
    fields
      .map(({ name, type, checked, value }): [string, string | boolean] => [
        name,
        type === 'checkbox' ? checked : value,
      ])
      .filter(([name, standing]) => standing !== '' && standing !== false && standing !== initial[name]),
  );
}

/**
 * The server draws the form, and a person may write in it before its script runs: what then stands in the fields is taken
 * over, before it what an earlier visit of this tab had. False until the form runs.
 */
export function useStandingValues<Form extends Values>(
  element: RefObject<HTMLFormElement | null>,
  form: { getValues: () => Form; setValues: (values: Partial<Form>) => void },
  readDraft: () => Partial<Form>,
): boolean {
  const [isRunning, setIsRunning] = useState(false);
  const start = useRef(() => {
    const standing = element.current ? readFields(element.current, form.getValues()) : {};
    form.setValues({ ...readDraft(), ...standing } as Partial<Form>);
  });
  useEffect(() => {
    start.current();
    setIsRunning(true);
  }, []);
  return isRunning;
}
