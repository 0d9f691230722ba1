// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Refusal, showPage } from '../../testing/showPage.tsx';
import { RecordPage } from './RecordPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const page = (
  <RecordPage<{ id: string; name: string }>
    of="rightsTemplate"
    act="rightsTemplates.change"
    titleOf={({ name }) => name}
  >
    {({ name }) => <h1>{name}</h1>}
  </RecordPage>
);
const place = { at: '/rights-templates/1', path: '/rights-templates/:id' };

it('GEN-11 a record is shown under its title until a reading finds that it was deleted', async () => {
  let isDeleted = false;
  const template = { id: '1', name: 'Bakers' };
  const { queryClient } = showPage(page, {
    ...place,
    server: { 'GET /rights-templates/1': () => (isDeleted ? new Refusal(404) : template) },
  });
  expect(await screen.findByRole('heading', { name: 'Bakers' })).toBeTruthy();
  expect(document.title).toBe('Bakers · Fournil');
  isDeleted = true;
  await act(() => queryClient.refetchQueries());
  expect(await screen.findByRole('heading', { name: 'Rights template not found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to the rights templates' }).getAttribute('href')).toBe(
    '/rights-templates',
  );
});

it('GEN-11 a reading that fails offers another try, which shows the record', async () => {
  let isAway = true;
  showPage(page, {
    ...place,
    server: { 'GET /rights-templates/1': () => (isAway ? new Refusal(503) : { id: '1', name: 'Bakers' }) },
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  isAway = false;
  await act(async () => again.click());
  expect(await screen.findByRole('heading', { name: 'Bakers' })).toBeTruthy();
});
