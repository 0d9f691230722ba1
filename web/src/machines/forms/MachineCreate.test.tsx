// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { collection, showPage } from '../../testing/showPage.tsx';
import { MachineCreate } from './MachineCreate.tsx';

afterEach(cleanup);

const dijon = { '@id': '/api/structures/dijon', id: 'dijon', name: 'Dijon', path: ['Dijon'], depth: 0 };

it('MAC-02 STR-04 a new machine begins in the structure and category that its address names', async () => {
  showPage(<MachineCreate />, {
    at: '/machines/create?structure=dijon&category=deck',
    path: '/machines/create',
    server: {
      'GET /structures': () => collection([dijon]),
      'GET /structures/dijon': () => ({ ...dijon, timezone: null }),
      'GET /models': () => collection([]),
    },
  });
  expect(await screen.findByRole('combobox', { name: /Category/ })).toHaveProperty('value', 'deck');
  const picker = screen.getByRole('combobox', { name: /Structure/ });
  await waitFor(() => expect(picker).toHaveProperty('value', 'Dijon'));
});

it.each([
  ['', null, 'Yours: Europe/Paris'],
  ['?structure=dijon', null, 'Yours: Europe/Paris'],
  ['?structure=dijon', 'Asia/Tokyo', 'As its structure: Asia/Tokyo'],
])(
  'HRS-01 a new machine has the timezone of its structure, else that of its creator (%s %s)',
  async (search, timezone, name) => {
    showPage(<MachineCreate />, {
      at: `/machines/create${search}`,
      path: '/machines/create',
      server: {
        'GET /structures': () => collection([dijon]),
        'GET /structures/dijon': () => ({ ...dijon, timezone }),
        'GET /models': () => collection([]),
      },
    });
    expect(await screen.findByRole('option', { name })).toHaveProperty('selected', true);
  },
);
