import type { QueryClient } from '@tanstack/react-query';

interface Item {
  id: string;
}

/** Puts what is known of one record into every cached list and record of its resource. */
export function patchRecord(queryClient: QueryClient, resource: string, id: string, item: object): void {
  const merge = <Known extends Item>(known: Known): Known => (known.id === id ? { ...known, ...item } : known);
  for (const kind of ['getList', 'getManyReference']) {
    queryClient.setQueriesData<{ data: Item[] }>({ queryKey: [resource, kind] }, (page) =>
      page?.data.some((known) => known.id === id) ? { ...page, data: page.data.map(merge) } : page,
    );
  }
  queryClient.setQueriesData<Item[]>({ queryKey: [resource, 'getMany'] }, (items) => items?.map(merge));
  queryClient.setQueriesData<Item>({ queryKey: [resource, 'getOne'] }, (known) => (known ? merge(known) : known));
}
