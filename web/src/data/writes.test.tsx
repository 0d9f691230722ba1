// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noNetwork, Refusal, type Server, showPage } from '../testing/showPage.tsx';
import { call, reading, readingItems, useAct, useOptimistic, useOptimisticList, useRead, useRemove } from './index.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Sharing {
  isShared: boolean;
}
const sharing = reading<Sharing>({ about: 'organisation', path: '/organisation' });

function Switch() {
  const { data } = useRead(sharing);
  const { mutate } = useOptimistic<Sharing, Sharing>({
    changes: 'organisation',
    shown: sharing,
    send: (body) => call('/organisation', { method: 'PUT', body }),
  });
  return data ? (
    <button type="button" onClick={() => mutate({ isShared: !data.isShared })}>
      {String(data.isShared)}
    </button>
  ) : null;
}

describe('a switch that shows its change at once', () => {
  it.each([
    ['is refused', () => new Refusal(409)],
    ['finds no network', () => noNetwork],
    ['meets an error of the server', () => new Refusal(500)],
  ])('MAC-05 GEN-11 returns to the stored value, with a notice, when the request %s', async (_, put) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    showPage(<Switch />, {
      server: { 'GET /organisation': () => ({ isShared: false }), 'PUT /organisation': () => held.then(() => put()) },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'false' }));
    await screen.findByRole('button', { name: 'true' });
    answer();
    await screen.findByRole('button', { name: 'false' });
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  it('MAC-05 keeps its change until the server has answered, whatever is read again meanwhile', async () => {
    const read = Promise.withResolvers<Sharing>();
    const written = Promise.withResolvers<Sharing>();
    let reads = 0;
    const { queryClient } = showPage(<Switch />, {
      server: {
        'GET /organisation': () => (++reads === 2 ? read.promise : { isShared: reads > 2 }),
        'PUT /organisation': () => written.promise,
      },
    });
    const off = await screen.findByRole('button', { name: 'false' });
    const readAgain = act(() => queryClient.refetchQueries({ queryKey: sharing.queryKey }));
    await userEvent.click(off);
    await screen.findByRole('button', { name: 'true' });
    read.resolve({ isShared: false });
    await readAgain;
    expect(queryClient.getQueryData(sharing.queryKey)).toEqual({ isShared: true });
    written.resolve({ isShared: true });
    await waitFor(() => expect(reads).toBe(3));
    expect(screen.getByRole('button').textContent).toBe('true');
  });
});

interface Row {
  id: string;
}
const rows = readingItems<Row>({ about: 'programMachines', path: '/programMachines' });

function Rows() {
  const { data = [] } = useRead(rows);
  const move = useOptimisticList({
    changes: 'programMachines',
    shown: rows,
    next: (known: Row[], { id, position }: { id: string; position: number }) =>
      known.filter((row) => row.id !== id).toSpliced(position - 1, 0, ...known.filter((row) => row.id === id)),
    send: ({ id, position }) => call(`/programMachines/${id}`, { method: 'PUT', body: { position } }),
  });
  // A click moves a row to the top, a click with the other button to the third place.
  return data.map(({ id }) => (
    <button
      type="button"
      key={id}
      onClick={() => move({ id, position: 1 })}
      onContextMenu={() => move({ id, position: 3 })}
    >
      {id}
    </button>
  ));
}
const order = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

describe('a row that is moved at once', () => {
  it('PRG-05 stays in its new place until the server has answered, whatever is read again meanwhile', async () => {
    let answer = () => {};
    const held = new Promise<object>((resolve) => {
      answer = () => resolve({});
    });
    const { queryClient, sent } = showPage(<Rows />, {
      server: {
        'GET /programMachines': () => ({ 'hydra:member': [{ id: 'a' }, { id: 'b' }], 'hydra:totalItems': 2 }),
        'PUT /programMachines/b': () => held,
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'b' }));
    expect(order()).toEqual(['b', 'a']);
    const { expire } = await import('./stale.ts');
    await expire(queryClient, 'programMachines');
    expect(order()).toEqual(['b', 'a']);
    answer();
    await waitFor(() => expect(sent.filter((one) => one.startsWith('GET'))).toHaveLength(2));
  });

  it('PRG-05 two moves that wait for their answers keep their order, whatever else is read meanwhile', async () => {
    const held = Promise.withResolvers<object>();
    const { queryClient } = showPage(<Rows />, {
      server: {
        'GET /programMachines': () => ({
          'hydra:member': [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }],
          'hydra:totalItems': 4,
        }),
        'GET /home': () => ({}),
        'PUT /programMachines/a': () => held.promise,
        'PUT /programMachines/d': () => held.promise,
      },
    });
    fireEvent.contextMenu(await screen.findByRole('button', { name: 'a' }));
    fireEvent.click(screen.getByRole('button', { name: 'd' }));
    const shown = () => queryClient.getQueryData(rows.queryKey)?.map(({ id }) => id);
    expect(shown()).toEqual(['d', 'b', 'c', 'a']);
    await queryClient.fetchQuery(reading({ about: 'home', path: '/home' }));
    expect(shown()).toEqual(['d', 'b', 'c', 'a']);
    await act(() => queryClient.refetchQueries({ queryKey: rows.queryKey }));
    expect(shown()).toEqual(['d', 'b', 'c', 'a']);
    held.resolve({});
  });

  it('PRG-05 returns to its old place when the server refuses', async () => {
    showPage(<Rows />, {
      server: {
        'GET /programMachines': () => ({ 'hydra:member': [{ id: 'a' }, { id: 'b' }], 'hydra:totalItems': 2 }),
        'PUT /programMachines/b': () => new Refusal(409),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'b' }));
    await waitFor(() => expect(order()).toEqual(['a', 'b']));
  });
});

describe('stale data', () => {
  const count = reading<{ machines: number }>({ about: 'home', path: '/home' });
  function Home({ send }: { send: () => Promise<unknown> }) {
    const { data } = useRead(count);
    const { act } = useAct({ changes: 'machines', send });
    return (
      <button type="button" onClick={() => act()}>
        {data?.machines}
      </button>
    );
  }
  const show = (put: () => unknown) => {
    let machines = 0;
    const server: Server = { 'GET /home': () => ({ machines: ++machines }), 'PUT /machines/1': put };
    return showPage(<Home send={() => call('/machines/1', { method: 'PUT', body: {} })} />, { server });
  };

  it('HOM-03 is read again once the server has made the change', async () => {
    show(() => ({}));
    await userEvent.click(await screen.findByRole('button', { name: '1' }));
    await screen.findByRole('button', { name: '2' });
  });

  it('HOM-03 is read again when somebody else changed it first, but not when the input is invalid', async () => {
    const { sent } = show(() => new Refusal(422));
    await userEvent.click(await screen.findByRole('button', { name: '1' }));
    await screen.findByRole('listitem');
    expect(sent).toEqual(['GET /home', 'PUT /machines/1']);
    cleanup();
    show(() => new Refusal(409));
    await userEvent.click(await screen.findByRole('button', { name: '1' }));
    await screen.findByRole('button', { name: '2' });
  });
});

function Removal({ ids }: { ids: string[] }) {
  const { run } = useRemove({ resource: 'tags', done: (count) => `${count} gone`, onSettled: (left) => say(left) });
  return (
    <button type="button" onClick={() => run(ids)}>
      Delete
    </button>
  );
}
let say: (left: string[]) => void = () => undefined;

it('TAG-01 BLK-03 in a deletion of several records, one that is already gone counts as deleted, and one that stays is named with its reason', async () => {
  const left = vi.fn();
  say = left;
  showPage(<Removal ids={['a', 'b', 'c']} />, {
    server: {
      'DELETE /tags/a': () => undefined,
      'DELETE /tags/b': () => new Refusal(404),
      'DELETE /tags/c': () => new Refusal(409, { detail: 'It is used.' }),
    },
  });
  await userEvent.click(screen.getByRole('button'));
  await screen.findByText('2 gone');
  expect(screen.getByText('It is used.')).toBeTruthy();
  expect(left).toHaveBeenCalledWith(['c']);
});
