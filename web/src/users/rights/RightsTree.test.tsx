// @vitest-environment happy-dom
import { rights as everyRight, type Right } from '@fournil/contract/rights/rights';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { RightsTree } from './RightsTree.tsx';
import { toggled } from './rightsDraft.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Tree({ held }: { held: readonly Right[] }) {
  const [draft, setDraft] = useState(held);
  return <RightsTree held={held} draft={draft} onToggle={(right) => setDraft(toggled(draft, right))} />;
}
const area = (name: string) => within(screen.getByRole('region', { name }));

it('RGT-02 every right is shown once, and only those whose parent is held can be given', () => {
  showPage(<Tree held={[]} />, { server: {} });
  const switches = screen.getAllByRole('switch');
  expect(switches).toHaveLength(everyRight.length);
  const open = switches.filter((one) => !(one as HTMLInputElement).disabled);
  expect(open.length).toBeGreaterThan(0);
  expect(open.length).toBeLessThan(everyRight.length);
});

it('RGT-03 withdrawing a right withdraws its sub-rights too, and the page says so before', async () => {
  showPage(<Tree held={everyRight} />, { server: {} });
  const [see] = area('Tags').getAllByRole('switch');
  if (!see) throw new Error('no right');
  expect(see.getAttribute('aria-describedby')).toBeTruthy();
  expect(area('Tags').getAllByText(/takes|also/i).length).toBeGreaterThan(0);
  await userEvent.click(see);
  expect(area('Tags').queryAllByRole('switch', { checked: true })).toHaveLength(0);
  expect(area('Programs').queryAllByRole('switch', { checked: false })).toHaveLength(0);
});

it('RGT-07 a reader who may not change rights sees them without switches', () => {
  showPage(<RightsTree held={everyRight} draft={everyRight} />, { server: {} });
  for (const one of screen.getAllByRole('switch')) expect(one).toHaveProperty('disabled', true);
});
