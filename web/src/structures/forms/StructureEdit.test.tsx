// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { collection, type SentCall, showPage } from '../../testing/showPage.tsx';
import { StructureEdit } from './StructureEdit.tsx';

afterEach(cleanup);

const south = { '@id': '/api/structures/south', id: 'south', name: 'South', path: ['South'], depth: 0 };
const lyon = {
  ...south,
  '@id': '/api/structures/lyon',
  id: 'lyon',
  name: 'Lyon',
  ancestors: [south],
  userInCharge: null,
  timezone: 'Europe/Paris',
  ownTimezone: null,
  version: 3,
};

function showForm(structure: object, parentZone: string | null) {
  const bodies: unknown[] = [];
  showPage(<StructureEdit />, {
    at: '/structures/lyon',
    path: '/structures/:id',
    server: {
      'GET /structures': () => collection([south]),
      'GET /structures/people': () => collection([]),
      'GET /structures/south': () => ({ ...south, timezone: parentZone }),
      'GET /structures/lyon': () => structure,
      'PUT /structures/lyon': ({ body }: SentCall) => {
        bodies.push(body);
        return { ...structure, version: 4 };
      },
    },
  });
  return bodies;
}

it('HRS-01 the form of a structure says which timezone it inherits, and gives it one of its own', async () => {
  const bodies = showForm(lyon, 'Europe/Paris');
  expect(await screen.findByRole('option', { name: 'As South: Europe/Paris' })).toHaveProperty('selected', true);
  fireEvent.change(screen.getByRole('combobox', { name: /Timezone/ }), { target: { value: 'Asia/Tokyo' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodies).toEqual([{ timezone: 'Asia/Tokyo' }]));
});

it('HRS-01 a structure that has a timezone of its own can go back to the one above', async () => {
  const bodies = showForm({ ...lyon, timezone: 'Asia/Tokyo', ownTimezone: 'Asia/Tokyo' }, 'Europe/Paris');
  await screen.findByRole('option', { name: 'As South: Europe/Paris' });
  fireEvent.change(screen.getByRole('combobox', { name: /Timezone/ }), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodies).toEqual([{ timezone: null }]));
});

it('MAC-09 where there is no timezone to inherit, the form says that machines count as UTC', async () => {
  showForm({ ...lyon, timezone: null }, null);
  expect(await screen.findByRole('option', { name: 'None' })).toHaveProperty('selected', true);
  expect(screen.getByText('Machines without a timezone count as UTC.')).toBeDefined();
});

it('HRS-01 a timezone from a structure that the reader does not see is named without it', async () => {
  showForm({ ...lyon, ancestors: [] }, null);
  expect(await screen.findByRole('option', { name: 'As the structure above: Europe/Paris' })).toBeDefined();
});
