import { describe, expect, it } from 'vitest';
import { addContact } from '../../../../contract/submissions.ts';
import { toContactRefusal } from '../../../../src/content/submissions/contact/send-contact.ts';
import { toSubmissionRefusal } from '../../../../src/content/submissions/submission-refusal.ts';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';

const formData = { name: 'Nila', email: 'nila@example.com', phone: '', subject: 'fees', message: 'How much?' } as const;

/** Returns the error that the real API client throws when an enquiry gets this response. */
async function errorOf(answer: Answered): Promise<unknown> {
  const { api } = answeringApi({ 'POST /api/submissions/contact/add': answer });
  try {
    await api.call(addContact, { body: { formData } });
  } catch (error) {
    return error;
  }
  throw new Error('the call did not fail');
}

function invalid(fields: Record<string, string>): Answered {
  const { body } = refusal(400, 'INVALID_REQUEST', 'formData: Name is required.') as { body: object };
  return { status: 400, body: { ...body, fields } };
}

const tryAgain = 'Nothing you typed is lost. Try again in a moment.';

describe('advice after a form was not received', () => {
  it.each<[string, Answered, string]>([
    ['a 400 without fields', refusal(400, 'INVALID_REQUEST', 'The request is not valid.'), tryAgain],
    ['a server error', refusal(500, 'INTERNAL_ERROR', 'Name is required'), tryAgain],
    ['an unexpected statusCode', { body: { statusCode: 204 } }, tryAgain],
    ['an unexpected status', { status: 201, body: { statusCode: 200, data: { reference: 'LFE-3' } } }, tryAgain],
    ['a rate limit', refusal(429, 'RATE_LIMITED', 'Please try again in 1 minute.'), 'Please try again in 1 minute.'],
    ['a busy server', refusal(503, 'UNAVAILABLE', 'The service is busy.'), 'The service is busy.'],
    [
      'a network error',
      'no answer',
      'We could not reach our server. Nothing you typed is lost. You can safely send it again when the connection is back: it counts only once.',
    ],
  ])(
    'the contact and grievance forms show what to do after %s, and no error at any field',
    async (_, answer, advice) => {
      const error = await errorOf(answer);
      expect(toSubmissionRefusal(error)).toEqual({ fields: {}, advice });
      expect(toContactRefusal(error)).toEqual({ fields: {}, advice });
    },
  );

  it('the contact and grievance forms say so when the device is too full to save a message that is to be sent later', () => {
    const error = new DOMException('The disk is full', 'QuotaExceededError');
    const advice =
      'This device is full, so your message was not saved. Nothing you typed is lost. Free some space, or send it again when the connection is back.';
    expect(toSubmissionRefusal(error)).toEqual({ fields: {}, advice });
    expect(toContactRefusal(error)).toEqual({ fields: {}, advice });
  });

  it('the contact and grievance forms show the field errors of a 400 response at their fields', async () => {
    const error = await errorOf(invalid({ 'formData.email': 'Wrong', 'formData.phone': 'Enter valid number', x: 'y' }));
    const fields = { email: 'Wrong', phone: 'Enter valid number' };
    expect(toSubmissionRefusal(error)).toEqual({ fields, advice: tryAgain });
    expect(toContactRefusal(error)).toEqual({ fields, advice: tryAgain });
  });

  it.each([
    ['Name is required', 'name'],
    ['Email is required', 'email'],
    ['Enter valid number', 'phone'],
    ['Enter subject', 'subject'],
    ['Message is required', 'message'],
  ])('the contact form shows the message “%s” of a 400 response at its field %s', async (text, name) => {
    const error = await errorOf(refusal(400, 'INVALID_REQUEST', `formData: ${text}.`));
    expect(toContactRefusal(error).fields).toEqual({ [name]: text });
  });
});
