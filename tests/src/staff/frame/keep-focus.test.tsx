import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepFocus } from '../../../../src/staff/frame/keep-focus.ts';

/**
 * A page with a list whose rows can be removed, a form and a dialog that open and close, and controls whose request is
 * in progress until `sent` resolves.
 */
function Page({ sent }: { sent?: Promise<void> }) {
  const [rows, setRows] = useState(['one', 'two']);
  const [isOpen, setOpen] = useState(false);
  const [isSending, setSending] = useState(false);
  const [isUsed, setUsed] = useState(false);
  return (
    <>
      <h1 tabIndex={-1}>Rows</h1>
      {rows.map((row) => (
        <button key={row} type="button" onClick={() => setRows(rows.filter((one) => one !== row))}>
          Remove {row}
        </button>
      ))}
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen ? (
        <form>
          <input aria-label="Reason" />
          <button type="button" onClick={() => setOpen(false)}>
            Close
          </button>
        </form>
      ) : null}
      <input aria-label="Name" />
      <button type="button" disabled={isUsed} onClick={() => setUsed(true)}>
        Use once
      </button>
      <select
        aria-label="State"
        disabled={isSending}
        onChange={({ currentTarget }) => {
          // Browsers take the focus from a disabled element, jsdom does not.
          currentTarget.blur();
          setSending(true);
          void sent?.then(() => setSending(false));
        }}
      >
        <option>new</option>
        <option>done</option>
      </select>
      {isOpen ? (
        <div role="dialog" aria-label="Upload" tabIndex={-1}>
          <button type="button" disabled={isUsed} onClick={() => setUsed(true)}>
            Upload once
          </button>
        </div>
      ) : null}
      <button
        type="button"
        disabled={isSending}
        data-loading={isSending || undefined}
        onClick={({ currentTarget }) => {
          // Browsers take the focus from a disabled element, jsdom does not.
          currentTarget.blur();
          setSending(true);
          void sent?.then(() => setSending(false));
        }}
      >
        Send
      </button>
    </>
  );
}

/** A dialog that covers another one, although it comes before it in the document, as the authentication dialog does. */
function CoveredDialog() {
  const [isUsed, setUsed] = useState(false);
  return (
    <>
      <div role="dialog" aria-label="Confirm" tabIndex={-1}>
        <button type="button">Close</button>
        <button type="button" disabled={isUsed} onClick={() => setUsed(true)}>
          Use a code
        </button>
      </div>
      <div role="dialog" aria-label="Form" tabIndex={-1}>
        <button type="button">Save</button>
      </div>
    </>
  );
}

describe('the focus in the staff console', () => {
  let stop = () => {};
  beforeEach(() => {
    stop = keepFocus(document);
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  const button = (name: string) => screen.getByRole('button', { name });
  const waitForFocus = (target: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(target));

  /** Runs `action` and lets the time pass after which the console may move the focus. */
  async function doAndWait(action: () => void): Promise<void> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    action();
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
  }

  it('when a focused remove button disappears with its item, the focus moves to the previous item’s button, or else to the heading', async () => {
    const user = userEvent.setup();
    render(<Page />);
    button('Remove one').focus();
    await user.tab();
    await user.keyboard('{Enter}');
    await waitForFocus(button('Remove one'));
    await user.keyboard('{Enter}');
    await waitForFocus(screen.getByRole('heading'));
  });

  it('when a form in the staff console closes, the keyboard focus returns to the button that opened the form', async () => {
    const user = userEvent.setup();
    render(<Page />);
    button('Open').focus();
    await user.keyboard('{Enter}');
    await user.tab();
    expect(document.activeElement).toBe(screen.getByLabelText('Reason'));
    await user.tab();
    await user.keyboard('{Enter}');
    await waitForFocus(button('Open'));
  });

  it('in the staff console, a button that was disabled during its request gets the keyboard focus back', async () => {
    const sent = Promise.withResolvers<void>();
    render(<Page sent={sent.promise} />);
    button('Open').focus();
    button('Send').focus();
    await doAndWait(() => fireEvent.click(button('Send')));
    expect(document.activeElement).toBe(document.body);
    await act(async () => sent.resolve());
    await waitForFocus(button('Send'));
  });

  it('in the staff console, when the focused button becomes disabled, the keyboard focus returns to the button that was focused before', async () => {
    const user = userEvent.setup();
    render(<Page />);
    button('Open').focus();
    button('Use once').focus();
    await user.keyboard('{Enter}');
    await waitForFocus(button('Open'));
  });

  it('in the staff console, when the focused button becomes disabled, the focus returns to the last focused button, not to a text field', async () => {
    const user = userEvent.setup();
    render(<Page />);
    button('Open').focus();
    screen.getByLabelText('Name').focus();
    await user.tab();
    await user.keyboard('{Enter}');
    await waitForFocus(button('Open'));
  });

  it('in the staff console, a field that was disabled while its change was saved gets the keyboard focus back', async () => {
    const sent = Promise.withResolvers<void>();
    render(<Page sent={sent.promise} />);
    button('Open').focus();
    const state = screen.getByLabelText('State');
    state.focus();
    await doAndWait(() => fireEvent.change(state, { target: { value: 'done' } }));
    expect(document.activeElement).toBe(document.body);
    await act(async () => sent.resolve());
    await waitForFocus(state);
  });

  it('in the staff console, the keyboard focus stays in an open dialog when a button of the dialog is disabled', async () => {
    const user = userEvent.setup();
    render(<Page />);
    button('Open').focus();
    await user.keyboard('{Enter}');
    button('Upload once').focus();
    await user.keyboard('{Enter}');
    await waitForFocus(screen.getByRole('dialog'));
  });

  it('with two dialogs open in the staff console, the keyboard focus stays in the dialog whose focused button has been disabled', async () => {
    const user = userEvent.setup();
    render(<CoveredDialog />);
    button('Save').focus();
    button('Close').focus();
    button('Use a code').focus();
    await user.keyboard('{Enter}');
    await waitForFocus(button('Close'));
  });

  it('if a click on an empty area has removed the focus in the staff console, removing an item does not focus a control', async () => {
    const user = userEvent.setup();
    render(<Page />);
    button('Remove two').focus();
    button('Open').focus();
    await user.click(document.body);
    await doAndWait(() => fireEvent.click(button('Remove one')));
    expect(screen.queryByText('Remove one')).toBeNull();
    expect(document.activeElement).toBe(document.body);
  });
});
