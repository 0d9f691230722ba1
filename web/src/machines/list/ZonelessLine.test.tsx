// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { ListBase } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, type SentCall, showPage } from '../../testing/showPage.tsx';
import { ZonelessLine } from './ZonelessLine.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const list = (
  <ListBase resource="machines">
    <ZonelessLine />
    <p>Rows</p>
  </ListBase>
);
const server = {
  'GET /machines': ({ query }: SentCall) => collection([], query.get('hasTimezone') === 'false' ? 12 : 40),
};

it('MAC-09 the list of machines says how many count as UTC, and leads to them', async () => {
  showPage(list, { server });
  const link = await screen.findByRole('link', { name: '12 machines have no timezone and count as UTC' });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe('/machines?filter={"hasTimezone":false}');
  link.click();
  await waitFor(() => expect(screen.queryByRole('link')).toBe(null));
});

it('MAC-09 nobody is told of machines without a timezone who may not give them one', async () => {
  const { sent } = showPage(list, { server, as: { kind: 'user', rights: ['ROLE_MACHINE_ACCESS'], roles: [] } });
  await screen.findByText('Rows');
  await waitFor(() => expect(sent).toEqual(['GET /machines']));
  expect(screen.queryByRole('link')).toBe(null);
});
