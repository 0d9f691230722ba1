// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { ListContextProvider, type ListControllerResult } from 'ra-core';
import { afterEach, expect, it } from 'vitest';
import { showPage } from '../testing/showPage.tsx';
import { ImportButton } from './ImportButton.tsx';

afterEach(cleanup);

it.each([
  ['may create programs', ['ROLE_PROGRAM_ACCESS', 'ROLE_PROGRAM_IMPORT_EXPORT', 'ROLE_PROGRAM_CREATE'], ''],
  [
    'may not create programs, who is told why',
    ['ROLE_PROGRAM_ACCESS', 'ROLE_PROGRAM_IMPORT_EXPORT'],
    'An import creates programs: you also need the right to create them.',
  ],
] as const)('PRG-04 the import for a person with the right to import and export who %s', async (_, rights, reason) => {
  showPage(
    <ListContextProvider value={{ selectedIds: [] } as unknown as ListControllerResult}>
      <ImportButton />
    </ListContextProvider>,
    { server: {}, as: { kind: 'user', rights: [...rights] } },
  );
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Import' });
  expect([button.disabled, button.title]).toEqual([reason !== '', reason]);
});
