// @vitest-environment happy-dom
import type { ProgramView } from '@fournil/contract/programs/program';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { collection, showPage } from '../../testing/showPage.tsx';
import { HoldingMachines } from './HoldingMachines.tsx';

afterEach(cleanup);

it('PRG-05 the page of a program says how many machines of its category are without it, and leads to them', async () => {
  showPage(<HoldingMachines program={{ id: 'rye', category: 'deck' } as ProgramView} />, {
    server: {
      'GET /programMachines': () => collection([]),
      'GET /menus': () => collection([]),
      'GET /machines': ({ query }) =>
        collection(query.get('withoutProgram') === 'rye' && query.get('category') === 'deck' ? [{}, {}] : []),
    },
  });
  const link = await screen.findByRole('link', { name: '2 machines of this category do not have it' });
  const filter = new URL(link.getAttribute('href') ?? '', 'http://localhost').searchParams.get('filter');
  expect(JSON.parse(filter ?? '')).toEqual({ category: 'deck', withoutProgram: 'rye' });
});
