// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TestMemoryRouter } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFocusHeading } from './useFocusHeading.ts';

beforeEach(() => vi.stubGlobal('navigator', { ...navigator, userActivation: { hasBeenActive: true } }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Frame() {
  const main = useRef<HTMLElement>(null);
  useFocusHeading(main, true);
  return (
    <>
      <Link to="/second">Menu</Link>
      <main ref={main} tabIndex={-1}>
        <Routes>
          <Route path="/" element={<Link to="/second">Next</Link>} />
          <Route path="/second" element={<Loaded />} />
        </Routes>
      </main>
    </>
  );
}

/** A page whose heading comes with its data. */
function Loaded() {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const soon = setTimeout(() => setRead(true), 20);
    return () => clearTimeout(soon);
  }, []);
  return isRead ? <h1>Second</h1> : <p>Wait</p>;
}

const show = () =>
  render(
    <TestMemoryRouter>
      <Frame />
    </TestMemoryRouter>,
  );

it('GEN-11 the heading of the next page has the focus when the link that led to it is gone', async () => {
  show();
  await userEvent.click(screen.getByText('Next'));
  const heading = await screen.findByRole('heading', { name: 'Second' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

it('GEN-11 the focus stays where it is when its element is still there', async () => {
  show();
  await userEvent.click(screen.getByText('Menu'));
  await screen.findByRole('heading', { name: 'Second' });
  expect(document.activeElement).toBe(screen.getByText('Menu'));
});

it('GEN-11 a page that the browser opened begins at its top', async () => {
  vi.stubGlobal('navigator', { ...navigator, userActivation: { hasBeenActive: false } });
  show();
  screen.getByText('Next').click();
  await screen.findByRole('heading', { name: 'Second' });
  expect(document.activeElement).toBe(document.body);
});
