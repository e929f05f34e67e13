import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';

const pauseMs = 300;

type SearchFieldProps = { label: string; initial: string; onSearch: (text: string) => void };

/** A search field that searches after a short pause in typing. */
export function SearchField({ label, initial, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(initial);
  const router = useRouter();
  const [pathname] = useState(router.latestLocation.pathname);
  const input = useRef<HTMLInputElement>(null);
  // If the URL changes in another way than by typing, such as by a link in the menu, show the search text of the new
  // URL.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(initial);
  }, [initial]);
  const search = useDebouncedCallback((wanted: string) => {
    // Do not search if the staff member has opened another page since typing: the search would navigate back to the
    // list.
    if (router.latestLocation.pathname === pathname) onSearch(wanted);
  }, pauseMs);
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={18} />}
      value={text}
      maxLength={200}
      flex="1 1 16rem"
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
    />
  );
}
