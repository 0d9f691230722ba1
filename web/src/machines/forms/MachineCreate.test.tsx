// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { collection, showPage } from '../../testing/showPage.tsx';
import { MachineCreate } from './MachineCreate.tsx';

afterEach(cleanup);

it('MAC-02 STR-04 a new machine begins in the structure and category that its address names', async () => {
  const structure = { '@id': '/api/structures/dijon', id: 'dijon', name: 'Dijon', path: ['Dijon'], depth: 0 };
  showPage(<MachineCreate />, {
    at: '/machines/create?structure=dijon&category=deck',
    path: '/machines/create',
    server: {
      'GET /structures': () => collection([structure]),
      'GET /models': () => collection([]),
    },
  });
  expect(await screen.findByRole('combobox', { name: /Category/ })).toHaveProperty('value', 'deck');
  const picker = screen.getByRole('combobox', { name: /Structure/ });
  await waitFor(() => expect(picker).toHaveProperty('value', 'Dijon'));
});
