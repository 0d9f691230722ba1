// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { PickControl } from '../inputs/PickControl.tsx';
import { MoreMenu } from '../MoreMenu.tsx';
import { FormModal } from './FormModal.tsx';
import { Modal } from './Modal.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (page: ReactNode) => showPage(page, { server: {} });
const button = (name: string) => screen.getByRole('button', { name });
const expectFocus = (element: Element) => waitFor(() => expect(document.activeElement).toBe(element));
const dialogs = () =>
  screen.queryAllByRole('dialog', { hidden: true }).map((one) => one.querySelector('h2')?.textContent);

/** A dialog that is open at first, with what is within and beside it. */
function Opened({ title, children, beside }: { title: string; children?: ReactNode; beside?: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  return (
    isOpen && (
      <>
        <Modal title={title} onClose={() => setOpen(false)}>
          {children}
        </Modal>
        {beside}
      </>
    )
  );
}

it('GEN-11 Escape closes the upper one of two dialogs, whether it is a part of the lower one or not', async () => {
  show(<Opened title="Lower" beside={<Opened title="Beside" />} />);
  await waitFor(() => expect(dialogs()).toEqual(['Lower', 'Beside']));
  await userEvent.keyboard('{Escape}');
  expect(dialogs()).toEqual(['Lower']);
  await userEvent.keyboard('{Escape}');
  expect(dialogs()).toEqual([]);
  cleanup();

  show(
    <Opened title="Lower">
      <Opened title="Within" />
    </Opened>,
  );
  await waitFor(() => expect(dialogs()).toEqual(['Lower', 'Within']));
  await userEvent.keyboard('{Escape}');
  expect(dialogs()).toEqual(['Lower']);
});

it('GEN-11 a dialog that an entry of a menu opens gives the focus back to the button of the menu', async () => {
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <MoreMenu entries={[{ label: 'Delete', act: () => setOpen(true) }]} label="More" />
        {isOpen && (
          <FormModal title="Sure?" form="sure" submit="Yes" isLocked={false} onClose={() => setOpen(false)}>
            <form noValidate id="sure">
              <input aria-label="Why" />
            </form>
          </FormModal>
        )}
      </>
    );
  }
  show(<Page />);
  const more = button('More');
  await userEvent.click(more);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await expectFocus(await screen.findByRole('textbox', { name: 'Why' }));
  await userEvent.keyboard('{Escape}');
  await expectFocus(more);
});

it('STR-05 in a dialog, Escape closes the list of options first, then the dialog, and keeps what is chosen', async () => {
  const onChange = vi.fn();
  const option = { id: '1', label: 'Lyon' };
  show(
    <Opened title="Where?">
      <PickControl
        id="where"
        label="Structure"
        placeholder="None"
        options={[option]}
        known={option}
        text=""
        onText={() => undefined}
        value="1"
        onChange={onChange}
        aria={{ 'aria-label': 'Structure' }}
      />
    </Opened>,
  );
  const field = await screen.findByRole('combobox', { name: 'Structure' });
  await userEvent.click(field);
  await screen.findByRole('option', { name: 'Lyon' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  expect(dialogs()).toEqual(['Where?']);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(dialogs()).toEqual([]));
  expect(onChange).not.toHaveBeenCalled();
});
