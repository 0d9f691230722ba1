// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { collection, type SentCall, showPage } from '../../testing/showPage.tsx';
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

it.each([
  ['', undefined],
  ['Asia/Tokyo', 'Asia/Tokyo'],
])('HRS-01 a new machine is sent without a timezone where none is chosen (%s)', async (value, timezone) => {
  const bodies: unknown[] = [];
  showPage(<MachineCreate />, {
    at: '/machines/create?category=deck',
    path: '/machines/create',
    server: {
      'GET /structures': () => collection([dijon]),
      'GET /models': () => collection([]),
      'POST /machines': ({ body }: SentCall) => {
        bodies.push(body);
        return { id: 'oven', name: 'Oven' };
      },
    },
  });
  await screen.findByRole('option', { name: 'Yours: Europe/Paris' });
  const fill = (role: string, name: RegExp, text: string) =>
    fireEvent.change(screen.getByRole(role, { name }), { target: { value: text } });
  fill('textbox', /Name/, 'Oven');
  fill('textbox', /Serial number/, 'S1');
  fill('textbox', /PIN/, '1234');
  fill('combobox', /Timezone/, value);
  fireEvent.click(screen.getByRole('button', { name: 'Add the machine' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toEqual(expect.objectContaining({ name: 'Oven', category: 'deck' }));
  expect((bodies[0] as { timezone?: string | null }).timezone).toBe(timezone);
});
