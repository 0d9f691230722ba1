// @vitest-environment happy-dom
import type { HoursFilePreview } from '@fournil/contract/structures/hoursFile';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Refusal, type Server, showPage } from '../../testing/showPage.tsx';
import { HoursImport } from './HoursImport.tsx';
import { readText } from './readText.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const preview = (fields: Partial<HoursFilePreview>): HoursFilePreview => ({
  lines: 0,
  changes: 0,
  digest: 'of what changes',
  unchanged: 0,
  structures: [],
  errors: [],
  errorCount: 0,
  unknownColumns: [],
  ...fields,
});
const wrong = preview({
  lines: 2,
  errors: [{ line: 2, column: 'Monday', value: '6 to 13', reason: 'Must be hours' }],
  errorCount: 3,
  unknownColumns: ['Remark'],
});
const good = preview({
  lines: 13,
  changes: 12,
  unchanged: 1,
  structures: [
    { id: '1', path: ['Lyon', 'Shop'], changes: [{ field: 'timezone', before: null, after: 'Europe/Paris' }] },
  ],
});

/** A server for which a file is good when its text says so. */
function open(server: Server = {}) {
  const onClose = vi.fn();
  const imported: unknown[] = [];
  showPage(<HoursImport onClose={onClose} />, {
    server: {
      'POST /structures/hours/preview': ({ body }) => ((body as { text: string }).text === 'good' ? good : wrong),
      'POST /structures/hours': ({ body }) => {
        imported.push(body);
        return { changes: 12 };
      },
      ...server,
    },
  });
  const choose = (text: string, name = `${text}.csv`) =>
    userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File([text], name));
  return { onClose, imported, choose };
}

const submit = () => screen.queryByRole('button', { name: /^Change the hours/ });

describe('HRS-01 the import of opening hours', () => {
  it('shows line, column and reason of what is wrong, and takes another file in place of it', async () => {
    const { choose, imported, onClose } = open();
    await choose('wrong');
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing is imported');
    const [, row] = within(screen.getByRole('table')).getAllByRole('row');
    expect(
      within(row as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['2', 'Monday', '6 to 13 Must be hours']);
    screen.getByText('and 2 more');
    screen.getByText('Columns that are not read: Remark');
    expect(submit()).toBeNull();
    await choose('good');
    const button = await screen.findByRole('button', { name: 'Change the hours of 12 structures' });
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('Structures that change: 12, that stay as they are: 1');
    const [structure] = screen.getAllByRole('listitem');
    expect(structure?.textContent).toContain('Lyon / Shop');
    expect(structure?.textContent).toContain('Europe/Paris');
    screen.getByText('and 11 more');
    await userEvent.click(button);
    await screen.findByText('12 structures changed');
    expect(imported).toEqual([{ text: 'good', digest: 'of what changes' }]);
    expect(onClose).toHaveBeenCalled();
  });

  it('keeps what was read when the next file is refused', async () => {
    let isRefused = false;
    const { choose } = open({
      'POST /structures/hours/preview': () => (isRefused ? new Refusal(413) : good),
    });
    await choose('good');
    await screen.findByRole('heading', { name: 'good.csv' });
    isRefused = true;
    await choose('other');
    await waitFor(() => expect(screen.getByLabelText('Notices').children).toHaveLength(1));
    screen.getByRole('heading', { name: 'good.csv' });
    expect(submit()).not.toBeNull();
  });

  it('shows what would change now when it is refused because structures have changed meanwhile', async () => {
    let changes = 12;
    const { choose, onClose } = open({
      'POST /structures/hours/preview': () => ({ ...good, changes }),
      'POST /structures/hours': () => {
        changes = 7;
        return new Refusal(409);
      },
    });
    await choose('good');
    await userEvent.click(await screen.findByRole('button', { name: 'Change the hours of 12 structures' }));
    await screen.findByRole('button', { name: 'Change the hours of 7 structures' });
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('HRS-01 a file of a spreadsheet', () => {
  const utf16 = new Uint8Array([0xff, 0xfe, ...[...'fermé'].flatMap((letter) => [letter.charCodeAt(0), 0])]);
  it.each([
    ['UTF-8', 'fermé'],
    ['UTF-8 with its mark', '\ufefffermé'],
    ['the code page of Excel', new Uint8Array([0x66, 0x65, 0x72, 0x6d, 0xe9])],
    ['Unicode text', utf16],
  ])('is read in %s', async (_, content) => expect(await readText(new File([content], 'x.csv'))).toBe('fermé'));
});
