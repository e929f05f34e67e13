import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { lookupUser } from '../../../lab/alphabets/samples.ts';
import { LabPanel } from '../../../lab/panel/lab-panel.tsx';
import { readPathFile } from '../../../lab/path-file.ts';
import { replayPath } from '../../../lab/paths/replay-path.ts';
import { addToCartMachine } from '../../../machines/add-to-cart.machine.ts';
import { type LookUpOutcome, loginMachine } from '../../../machines/login.machine.ts';
import { packageSelectionMachine } from '../../../machines/package-selection.machine.ts';
import { LiveMachines } from '../../../src/lib/machine-log/live-machines.ts';
import { settled } from '../../machines/settled.ts';

const saved: { name: string; text: string }[] = [];
let blob: Blob | null = null;

beforeEach(() => {
  saved.length = 0;
  Element.prototype.scrollIntoView = vi.fn();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    blob = given as Blob;
    return 'blob:path';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const { download } = this;
    void blob?.text().then((text) => saved.push({ name: download, text }));
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

/** Runs a login machine up to the choice of a sign-in method. */
async function signIn(registry: LiveMachines, outcome: LookUpOutcome = { kind: 'found', user: lookupUser() }) {
  const machine = loginMachine.provide({ actors: { lookUp: fromPromise(async () => outcome) } });
  const actor = createActor(machine, { input: {}, inspect: registry.inspect });
  actor.start();
  actor.send({ type: 'identifier.submit', identifier: 'priya.secret@example.org' });
  await settled();
  return actor;
}

async function open(outcome?: LookUpOutcome) {
  const registry = new LiveMachines();
  const actor = await signIn(registry, outcome);
  const onClose = vi.fn();
  render(<LabPanel registry={registry} onClose={onClose} />);
  return { actor, onClose, user: userEvent.setup() };
}

const current = () => screen.getByRole('list', { name: /^States of/ }).querySelector('[aria-current="step"]');
const textOf = (element: Element | null | undefined) => element?.textContent;
const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }));
const choose = (user: ReturnType<typeof userEvent.setup>, text: string) =>
  user.upload(screen.getByLabelText('Open a path file'), new File([text], 'p.json', { type: 'application/json' }));

it('the path lab panel shows the page’s state machine, its current state and its events, but no typed data', async () => {
  const { actor } = await open();
  expect(textOf(screen.getByRole('combobox', { name: 'Machine' }))).toContain('login: choosingMethod');
  expect(textOf(current())).toMatch(/^choosingMethod/);
  expect(textOf(screen.getByRole('list', { name: 'Events' }))).toContain('identifier.submit → lookingUp');
  act(() => actor.send({ type: 'method.choose', method: 'password' }));
  expect(textOf(current())).toMatch(/^enteringPassword/);
  expect(textOf(within(screen.getByRole('list', { name: 'Events' })).getAllByRole('listitem')[0])).toContain(
    'method.choose password → enteringPassword',
  );
  expect(document.body.textContent).not.toContain('priya');
});

it('the path lab panel saves a recording that replays without a browser and contains no typed data', async () => {
  const { actor, user } = await open();
  act(() => actor.send({ type: 'method.choose', method: 'password' }));
  await user.type(screen.getByLabelText('Title'), 'Password chosen');
  await press(user, 'Save path');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('login-password-chosen.json');
  const { file } = readPathFile(saved[0]?.text ?? '');
  expect(file?.steps.map(({ expect: { state } }) => state)).toEqual([
    'lookingUp',
    'choosingMethod',
    'enteringPassword',
  ]);
  expect(saved[0]?.text).not.toMatch(/priya|@/);
  expect(file && (await replayPath(file))?.difference).toBeNull();
  expect(screen.getByText('Saved: 3 steps.')).toBeTruthy();
});

it('the path lab panel refuses to save or play back the recording of a state machine that has received no event', async () => {
  const registry = new LiveMachines();
  createActor(loginMachine, { input: {}, inspect: registry.inspect }).start();
  render(<LabPanel registry={registry} onClose={vi.fn()} />);
  const user = userEvent.setup();
  for (const button of ['Save path', 'Play it back']) {
    await press(user, button);
    expect(screen.getByText(/There is nothing to save/)).toBeTruthy();
  }
  expect(saved).toHaveLength(0);
  expect(isDisabled('Save path')).toBe(false);
});

it('the path lab panel lists each state machine under its course or package name, or under the course id if the name is unknown', async () => {
  const responses = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const isPackages = String(url).includes('courseType=packages');
    const courses = isPackages ? [] : [{ id: 7, course_name: 'Fire Fighting' }];
    const packages = isPackages ? [{ id: 7, package_name: 'Basic Training' }] : [];
    return Response.json({ data: [{ courses, packages }] });
  });
  const registry = new LiveMachines();
  for (const courseId of [7, 8])
    createActor(addToCartMachine, { input: { courseId, batches: [] }, inspect: registry.inspect }).start();
  const input = { packageId: 7, courses: [] };
  createActor(packageSelectionMachine, { input, inspect: registry.inspect }).start();
  render(<LabPanel registry={registry} onClose={vi.fn()} />);
  const list = screen.getByRole('combobox', { name: 'Machine' });
  await waitFor(() =>
    expect(within(list).getAllByRole('option').map(textOf)).toEqual([
      'Basic Training (packageSelection): ready',
      '8 (addToCart): idle',
      'Fire Fighting (addToCart): idle',
    ]),
  );
  expect(responses).toHaveBeenCalledTimes(2);
});

it('the path lab panel refuses to save a recording with a phone number in its title', async () => {
  const { user } = await open();
  await user.type(screen.getByLabelText('Title'), 'Call 98765 00001');
  await press(user, 'Save path');
  expect(screen.getByText(/Please change it/)).toBeTruthy();
  expect(saved).toHaveLength(0);
});

it('the path lab panel steps through a recording on a copy of the state machine, and the page’s own machine keeps its state', async () => {
  const { actor, user } = await open();
  await press(user, 'Play it back');
  expect(textOf(current())).toMatch(/^enteringIdentifier/);
  await press(user, 'Step');
  expect(textOf(current())).toMatch(/^lookingUp/);
  await press(user, 'Step');
  await waitFor(() =>
    expect(textOf(screen.getByRole('status'))).toContain('step 2 of 2. The machine did what the file says.'),
  );
  expect(isDisabled('Step')).toBe(true);
  expect(actor.getSnapshot().value).toBe('choosingMethod');
  await press(user, 'Restart');
  expect(textOf(current())).toMatch(/^enteringIdentifier/);
  await press(user, 'Back to the live page');
  expect(textOf(current())).toMatch(/^choosingMethod/);
});

it('the path lab panel stops playing a path file when the state machine is not in the recorded state, and names both states', async () => {
  const { user } = await open();
  await press(user, 'Save path');
  await waitFor(() => expect(saved).toHaveLength(1));
  const wrong = (saved[0]?.text ?? '').replaceAll('"choosingMethod"', '"identifierNotFound"');
  await choose(user, wrong.replace(/"chart": "\w+"/, '"chart": "00000000"'));
  await user.selectOptions(await screen.findByLabelText('Speed'), 'fast');
  expect(screen.getByText(/made for an older version/)).toBeTruthy();
  await press(user, 'Play');
  expect(
    await screen.findByText(/the path says “identifierNotFound”: the machine is in “choosingMethod”/),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
});

it('the path lab panel rejects a damaged path file and reports the position of the error', async () => {
  const { user } = await open();
  await choose(user, '{\n  "format": "landfall-path",,\n}');
  expect(await screen.findByText(/no valid JSON at line 2, column 29/)).toBeTruthy();
  await choose(user, '{"format": "landfall-path", "version": 9}');
  expect(await screen.findByText(/version: is a version that is not known here/)).toBeTruthy();
});

it('on a page without a state machine, the path lab panel says that there is none, and can be minimised and closed', async () => {
  const onClose = vi.fn();
  const user = userEvent.setup();
  render(<LabPanel registry={new LiveMachines()} onClose={onClose} />);
  expect(screen.getByText(/There is no machine on this page/)).toBeTruthy();
  expect(isDisabled('Save path')).toBe(true);
  await press(user, 'Minimise');
  expect(screen.queryByRole('complementary')).toBeNull();
  await press(user, 'Path lab');
  await press(user, 'Close');
  expect(onClose).toHaveBeenCalledOnce();
});
