// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { part } from './part.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A part whose file cannot be loaded at the first try; Firefox does not say the address in the error. */
function failsOnce() {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const component = ({ name }: { name: string; onClose?: () => void }) => <p>Rights of {name}</p>;
  const load = vi
    .fn<() => Promise<{ Rights: typeof component }>>()
    .mockRejectedValueOnce(new TypeError('error loading dynamically imported module'))
    .mockResolvedValue({ Rights: component });
  return part(load, 'Rights');
}

it('GEN-11 a part that could not be loaded says so and can be tried again; the form around it keeps its input', async () => {
  const Rights = failsOnce();
  showPage(
    <form noValidate>
      <input aria-label="Name" />
      <Rights name="Anne" />
    </form>,
    { server: {} },
  );
  const name = screen.getByLabelText<HTMLInputElement>('Name');
  fireEvent.change(name, { target: { value: 'Bread' } });
  await screen.findByText('This could not be loaded');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Rights of Anne');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bread');
});

it('GEN-11 a dialog that could not be loaded is a dialog that says so, and can be closed', async () => {
  const Rights = failsOnce();
  const close = vi.fn();
  showPage(<Rights name="Anne" onClose={close} />, { server: {} });
  const dialog = within(await screen.findByRole('dialog', { name: 'This could not be loaded' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(close).toHaveBeenCalled();
  fireEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Rights of Anne');
});

it('an error within a part is shown by the page around it', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const Rights = part(async () => ({ Rights: () => <>{broken()}</> }), 'Rights');
  showPage(
    <ErrorBoundary fallback={(error) => <p>The page says: {String(error)}</p>}>
      <Rights />
    </ErrorBoundary>,
    { server: {} },
  );
  await screen.findByText('The page says: Error: broken');
});

function broken(): string {
  throw new Error('broken');
}
