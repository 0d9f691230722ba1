// @vitest-environment happy-dom
import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import { phaseGroupsOf } from '@fournil/contract/phases/phaseGroups';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, Refusal, type SentCall, type Server, showPage } from '../testing/showPage.tsx';
import { DifferencesPage } from './DifferencesPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const settings = (celsius: number) =>
  phaseGroupsOf({
    preheatTemperatureCelsius: 250,
    heat: [{ temperatureCelsius: celsius, durationSeconds: 600, notification: false }],
    fan: [],
    steam: [],
    damper: [],
  });
const sha256 = 'a'.repeat(64);
const row = (change: Partial<NonNullable<ProgramMachineView['change']>> = {}) => ({
  '@id': '/api/programMachines/r',
  id: 'r',
  machine: '/api/machines/m',
  machineName: 'Oven 1',
  program: {
    '@id': '/api/programs/p',
    id: 'p',
    name: 'Baguette',
    approved: true,
    restricted: false,
    totalSeconds: 600,
    phaseGroups: [],
    imageUrl: null,
  },
  state: 'changedOnMachine',
  reason: null,
  since: new Date(Date.now() - 180_000).toISOString(),
  change: {
    sha256,
    revision: 3,
    phaseGroups: settings(235),
    approved: { revision: 3, phaseGroups: settings(225) },
    kept: false,
    keptUntil: null,
    baking: false,
    ...change,
  },
});
const others: Server = {
  'GET /machines': () => collection([{ id: 'm', structureName: 'Lyon', timezone: null }]),
  'GET /structures': () => collection([]),
  'GET /programs': () => collection([]),
  'GET /organisation': () => ({ assistanceSharing: false, requiresSecondStep: false, changesAtOvens: 'ask' }),
};
const listOf = (rows: readonly object[]): Server => ({ 'GET /programMachines': () => collection(rows) });
const changes = async () => (await screen.findAllByRole('row')).at(1);

it('MNU-02 the page lists what differs in words, where, and since when; at first what nobody has decided about', async () => {
  let asked: URLSearchParams | undefined;
  showPage(<DifferencesPage />, {
    server: {
      ...others,
      'GET /programMachines': ({ query }) => {
        asked = query;
        return collection([row(), { ...row({ baking: true, kept: true }), id: 's', machineName: 'Oven 2' }]);
      },
    },
  });
  const table = await screen.findByRole('table', { name: 'Differences' });
  await within(table).findByText('Oven 1');
  const [, first, second] = within(table).getAllByRole('row');
  expect(first?.textContent?.replaceAll('\u00a0', ' ')).toMatch(
    /Baguette.*Oven 1.*step 1: 235 instead of 225 °C.*3 min ago/,
  );
  expect(second?.textContent).toContain('Oven keeps its own for good');
  expect(second?.textContent).toContain('takes effect when the bake has ended');
  expect(Object.fromEntries(asked ?? [])).toMatchObject({ changed: 'true', kept: 'false' });
});

it.each([
  [
    'the oven’s own reason',
    { ...row({ phaseGroups: null }), reason: 'Step 1: 250 °C → 243 °C' },
    'Step 1: 250 °C → 243 °C',
  ],
  ['that the oven has not sent it', row({ phaseGroups: null }), 'The oven has not sent what it has.'],
])('MNU-02 a change whose settings are unknown has %s as its words, and cannot be adopted', async (_, one, words) => {
  showPage(<DifferencesPage />, { server: { ...others, ...listOf([one, { ...row(), id: 's' }]) } });
  await screen.findByText(words);
  await userEvent.click(screen.getAllByRole('button', { name: 'Decide on Baguette on Oven 1' })[0] as HTMLElement);
  expect(screen.getByRole('menuitem', { name: 'Put ours back' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Adopt theirs…' })).toBeNull();
});

it('MNU-02 GEN-11 a change that was made since is not decided: the server’s sentence is shown and the list read again', async () => {
  const reads: string[] = [];
  let sent: SentCall['body'];
  showPage(<DifferencesPage />, {
    server: {
      ...others,
      'GET /programMachines': () => {
        reads.push('list');
        return collection([row(), { ...row(), id: 's' }]);
      },
      'POST /programMachines/r/restore': ({ body }) => {
        sent = body;
        return new Refusal(409, { detail: 'The program was changed again on this oven.' });
      },
    },
  });
  await changes();
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Decide on Baguette on Oven 1' }))[0] as HTMLElement,
  );
  await userEvent.click(screen.getByRole('menuitem', { name: 'Put ours back' }));
  await screen.findByText('The program was changed again on this oven.');
  expect(sent).toEqual({ sha256 });
  await waitFor(() => expect(reads.length).toBeGreaterThan(1));
});

it('MNU-02 theirs is kept for good with a reason, and the reader is told', async () => {
  let sent: SentCall['body'];
  showPage(<DifferencesPage />, {
    server: {
      ...others,
      ...listOf([row(), { ...row(), id: 's' }]),
      'POST /programMachines/r/keep': ({ body }) => {
        sent = body;
        return row({ kept: true });
      },
    },
  });
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Decide on Baguette on Oven 1' }))[0] as HTMLElement,
  );
  await userEvent.click(screen.getByRole('menuitem', { name: 'Keep theirs…' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('radio', { name: 'For good' }));
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), 'Stronger flour');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep' }));
  await screen.findByText('Oven 1 keeps its own program.');
  expect(sent).toEqual({ sha256, until: null, reason: 'Stronger flour' });
});

it('MNU-02 a difference that is decided leaves the list, and the selection with it', async () => {
  let rows = [row(), { ...row(), id: 's', machineName: 'Oven 2' }];
  showPage(<DifferencesPage />, {
    server: {
      ...others,
      'GET /programMachines': () => collection(rows),
      'POST /programMachines/r/restore': () => {
        rows = rows.slice(1);
        return row();
      },
    },
  });
  for (const oven of ['Oven 1', 'Oven 2'])
    await userEvent.click(await screen.findByRole('checkbox', { name: `Select Baguette on ${oven}` }));
  expect(screen.getByText('2 of 2 selected')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Decide on Baguette on Oven 1' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Put ours back' }));
  await screen.findByText('Oven 1 gets the approved program back.');
  await screen.findByText('1 of 1 selected');
});

it('MNU-02 RGT-04 a reader who may only look sees no decision and no rule of the organisation', async () => {
  showPage(<DifferencesPage />, {
    server: { ...others, ...listOf([row(), { ...row(), id: 's' }]) },
    as: { kind: 'user', roles: ['ROLE_USER'], rights: ['ROLE_MACHINE_ACCESS', 'ROLE_PROGRAM_ACCESS'] } as never,
  });
  await screen.findAllByText('Oven 1');
  expect(screen.queryByRole('button', { name: /^Decide/ })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByLabelText('When a program is changed at an oven')).toBeNull();
});

it('MNU-02 overwriting all changes is confirmed before it becomes the rule', async () => {
  let sent: SentCall['body'];
  const organisation = { assistanceSharing: false, requiresSecondStep: false, changesAtOvens: 'ask' };
  showPage(<DifferencesPage />, {
    server: {
      ...others,
      ...listOf([]),
      'GET /organisation': () => organisation,
      'PUT /organisation': ({ body }) => {
        sent = body;
        return Object.assign(organisation, body);
      },
    },
  });
  await screen.findByText('No oven differs');
  const rule = screen.getByRole('combobox', { name: 'When a program is changed at an oven' });
  await userEvent.selectOptions(rule, 'ours');
  expect(sent).toBeUndefined();
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('within 15 seconds');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Overwrite' }));
  await waitFor(() => expect(sent).toEqual({ changesAtOvens: 'ours' }));
  await screen.findByText(/overwritten 15 seconds after/);
});
