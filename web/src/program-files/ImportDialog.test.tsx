// @vitest-environment happy-dom
import type { ProgramImport } from '@fournil/contract/program-files/programFile';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from '../testing/showPage.tsx';
import { ImportDialog } from './ImportDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const programOf = (name: string, nameIsTaken: boolean) => ({
  file: `${name}.prog`,
  program: { id: null, name, category: 'deck', totalSeconds: 600, tags: [], phaseGroups: [], nameIsTaken },
  problems: [],
});

it('PRG-04 only ticked programs are imported, at first those whose names are new', async () => {
  const sent: ProgramImport[] = [];
  const onClose = vi.fn();
  showPage(<ImportDialog onClose={onClose} />, {
    server: {
      'POST /programs/import/preview': () => ({
        imported: 3,
        refused: 0,
        files: [programOf('Rye', false), programOf('Spelt', true), programOf('Oat', false)],
      }),
      'POST /programs/import': ({ body }) => {
        sent.push(body as ProgramImport);
        return { imported: 2, refused: 0, files: [] };
      },
    },
  });
  const files = ['Rye', 'Spelt', 'Oat'].map((name) => new File([name], `${name}.prog`));
  await userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, files);
  const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
  expect((await box(/^Rye/)).checked).toBe(true);
  expect((await box(/^Spelt/)).checked).toBe(false);
  await userEvent.click(await box(/^Spelt/));
  await userEvent.click(await box(/^Rye/));
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 programs' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map((body) => body.files.map((file) => file.name))).toEqual([['Spelt.prog', 'Oat.prog']]);
});
