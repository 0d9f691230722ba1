// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { showPage } from '../../testing/showPage.tsx';
import { useFocusHeading } from './useFocusHeading.ts';
import { useKeptFocus } from './useKeptFocus.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Frame({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useFocusHeading(main, true);
  useKeptFocus(main);
  return (
    <main ref={main} tabIndex={-1}>
      {children}
    </main>
  );
}

const show = (page: ReactNode) => showPage(<Frame>{page}</Frame>, { server: {} });
const button = (name: string) => screen.getByRole('button', { name });
const expectFocus = (element: Element) => waitFor(() => expect(document.activeElement).toBe(element));
/** After whatever the page was going to do with the focus. */
const settled = () => vi.advanceTimersByTimeAsync(200);

/** A section with people, who are removed at once or after a question. */
function People({ isAsking = false }: { isAsking?: boolean }) {
  const [names, setNames] = useState(['Anne', 'Paul']);
  const [asked, setAsked] = useState<string | null>(null);
  const remove = (name: string | null) => {
    setNames((before) => before.filter((one) => one !== name));
    setAsked(null);
  };
  return (
    <>
      <h1>Bread</h1>
      <section>
        <h2>Users</h2>
        <ul>
          {names.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => (isAsking ? setAsked(name) : remove(name))}>
                Remove {name}
              </button>
            </li>
          ))}
        </ul>
      </section>
      {asked && (
        <ConfirmDialog title="Sure?" confirm="Yes" onConfirm={() => remove(asked)} onClose={() => setAsked(null)}>
          {asked}
        </ConfirmDialog>
      )}
    </>
  );
}

it('GEN-11 the heading of its section has the focus when a control has removed itself', async () => {
  show(<People />);
  await userEvent.click(button('Remove Anne'));
  await expectFocus(screen.getByRole('heading', { name: 'Users' }));
});

it('GEN-11 a heading that follows the place of the removed control does not receive the focus', async () => {
  function Page() {
    const [isThere, setThere] = useState(true);
    return (
      <>
        <h1>Anne</h1>
        <section>
          <p>
            {isThere && (
              <button type="button" onClick={() => setThere(false)}>
                Leave
              </button>
            )}
          </p>
          <h2>Rights</h2>
        </section>
      </>
    );
  }
  show(<Page />);
  await userEvent.click(button('Leave'));
  await expectFocus(screen.getByRole('heading', { name: 'Anne' }));
});

it('GEN-11 the header of its row has the focus when the control of a row has removed itself', async () => {
  function Table() {
    const [isApproved, setApproved] = useState(false);
    return (
      <table>
        <tbody>
          <tr>
            <th scope="row">Oven 1</th>
            <td>
              {!isApproved && (
                <button type="button" onClick={() => setApproved(true)}>
                  Approve
                </button>
              )}
            </td>
          </tr>
        </tbody>
      </table>
    );
  }
  show(<Table />);
  await userEvent.click(button('Approve'));
  await expectFocus(screen.getByRole('rowheader'));
});

it('GEN-11 a dialog takes the focus and returns it, and when its row is gone the section has it', async () => {
  show(<People isAsking />);
  await userEvent.click(button('Remove Anne'));
  const dialog = await screen.findByRole('dialog');
  await settled();
  expect(dialog.contains(document.activeElement)).toBe(true);
  await userEvent.click(button('Cancel'));
  await expectFocus(button('Remove Anne'));
  await userEvent.click(button('Remove Anne'));
  await userEvent.click(button('Yes'));
  await expectFocus(screen.getByRole('heading', { name: 'Users' }));
});

it('GEN-11 a control that was disabled during its call has the focus again', async () => {
  show(<button type="button">Save</button>);
  const save = button('Save') as HTMLButtonElement;
  save.focus();
  // Chromium takes the focus from a disabled control when it draws the page.
  save.blur();
  save.disabled = true;
  await settled();
  expect(document.activeElement).toBe(document.body);
  save.disabled = false;
  await expectFocus(save);
});

it('GEN-11 the focus stays nowhere after a click beside the control that had it', async () => {
  show(<People />);
  const remove = button('Remove Anne');
  remove.focus();
  remove.blur();
  await settled();
  remove.click();
  await waitFor(() => expect(screen.queryByText('Remove Anne')).toBeNull());
  await settled();
  expect(document.activeElement).toBe(document.body);
});

it('GEN-11 on another page the focus is left to the rule of pages', async () => {
  vi.stubGlobal('navigator', { ...navigator, userActivation: { hasBeenActive: false } });
  function First() {
    const navigate = useNavigate();
    const [isGone, setGone] = useState(false);
    const go = () => {
      flushSync(() => setGone(true));
      navigate('/second');
    };
    return isGone ? null : (
      <button type="button" onClick={go}>
        Next
      </button>
    );
  }
  show(
    <Routes>
      <Route path="/" element={<First />} />
      <Route path="*" element={<h1>Second</h1>} />
    </Routes>,
  );
  await userEvent.click(button('Next'));
  await screen.findByRole('heading', { name: 'Second' });
  await settled();
  expect(document.activeElement).toBe(document.body);
});
