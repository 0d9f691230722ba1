// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { listStore } from './store.ts';

it('GEN-11 signing out keeps a draft for its owner, and nothing else of the lists', () => {
  const store = listStore();
  store.setup();
  store.setItem('programs.draft.0197a3c2', { name: 'Brioche' });
  store.setItem('machines.listParams', { filter: { q: 'sole' } });
  store.setItem('machines.selectedIds', ['m']);
  store.reset();
  expect(store.getItem('programs.draft.0197a3c2')).toEqual({ name: 'Brioche' });
  expect([store.getItem('machines.listParams'), store.getItem('machines.selectedIds')]).toEqual([undefined, undefined]);
});
