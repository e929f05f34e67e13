import { type MutationOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useRequestKey } from './request-key.ts';

/**
 * The text of a form that stays open after it was sent, and the call that sends the text. After success the field is
 * emptied, and the next call gets a new idempotency key.
 */
export function useTextCall<Data>(callOf: (key: string) => MutationOptions<Data, Error, string>) {
  const { key, renew, onError } = useRequestKey();
  const [text, setText] = useState('');
  const sending = useMutation({
    ...callOf(key),
    onSuccess() {
      setText('');
      renew();
    },
    onError,
  });
  return { text, setText, sending };
}
