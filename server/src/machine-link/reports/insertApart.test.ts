import { expect, it } from 'vitest';
import { insertApart } from './insertApart.ts';

interface Row {
  id: string;
  at: string;
}

/** A table whose key is the instant. */
function aTable(taken: Iterable<string> = []) {
  const instants = new Set(taken);
  let calls = 0;
  const insert = async (rows: readonly Row[]) => {
    calls += 1;
    return rows.flatMap(({ id, at }) => {
      if (instants.has(at)) return [];
      instants.add(at);
      return [id];
    });
  };
  const store = (rows: readonly Row[], known: readonly string[] = []) =>
    insertApart(
      rows,
      (row) => row.at,
      (row, at) => ({ ...row, at }),
      insert,
      async () => known,
    );
  return { store, calls: () => calls };
}

const instant = (milliseconds: number) => new Date(Date.UTC(2026, 0, 1) + milliseconds).toISOString();

it('LNK-05 six full reports with one and the same time are stored row by row in few attempts', async () => {
  const rows = Array.from({ length: 3000 }, (_, index) => ({ id: String(index), at: instant(index % 500) }));
  const { store, calls } = aTable();
  const stored = await store(rows);
  expect(new Set(stored.map(({ id }) => id)).size).toBe(3000);
  expect(new Set(stored.map(({ at }) => at)).size).toBe(3000);
  expect(calls()).toBeLessThan(20);
});

it('LNK-05 rows that another server has stored are skipped, and instants that are taken are passed over', async () => {
  const { store } = aTable([instant(0), instant(1)]);
  const stored = await store(
    [
      { id: 'known', at: instant(0) },
      { id: 'new', at: instant(1) },
    ],
    ['known'],
  );
  expect(stored).toEqual([{ id: 'new', at: instant(2) }]);
});
