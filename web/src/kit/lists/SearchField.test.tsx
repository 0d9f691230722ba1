// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SearchField } from './SearchField.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const searched = vi.fn();
afterEach(() => searched.mockClear());

function Page() {
  const [value, setValue] = useState('');
  const search = (text: string) => {
    searched(text);
    setValue(text);
  };
  return (
    <>
      <SearchField label="Name" value={value} onSearch={search} />
      <button type="button" onClick={() => setValue('from a link')}>
        Link
      </button>
    </>
  );
}
const input = () => screen.getByRole('searchbox');
const type = (value: string) => fireEvent.change(input(), { target: { value } });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('a list is searched when typing pauses, and the input keeps its space', async () => {
  render(<Page />);
  type('br');
  type('bread ');
  await pass(1000);
  expect(searched.mock.calls).toEqual([['bread']]);
  expect(input()).toHaveProperty('value', 'bread ');
});

it('what was typed is not searched any more when the text is set elsewhere, or the page was left', async () => {
  const page = render(<Page />);
  type('bread');
  fireEvent.click(screen.getByRole('button', { name: 'Link' }));
  await pass(1000);
  expect(input()).toHaveProperty('value', 'from a link');
  type('rolls');
  page.unmount();
  await pass(1000);
  expect(searched).not.toHaveBeenCalled();
});
