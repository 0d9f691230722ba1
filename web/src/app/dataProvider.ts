import { type DataProvider, type GetListParams, HttpError, type RaRecord } from 'ra-core';
import { call, members, type Query } from '../kit/api.ts';

function list<Item>(resource: string, { filter, pagination, sort, signal }: Partial<GetListParams>, also: Query = {}) {
  const query: Query = { ...filter, ...also };
  if (sort?.field && sort.field !== 'id') query[`order[${sort.field}]`] = sort.order.toLowerCase();
  if (pagination) Object.assign(query, { page: pagination.page, itemsPerPage: pagination.perPage });
  return members<Item>(`/${resource}`, query, signal);
}

/**
 * A write that is refused with 401 or 403: the session has been told, and the page is on its way. The form still hears
 * that nothing was written; with the status in it, ra-core would answer it an empty record instead.
 */
async function written<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof HttpError && (error.status === 401 || error.status === 403)) throw new Error(error.message);
    throw error;
  }
}

/** One call for each id, six at a time. */
async function each<Id>(ids: readonly Id[], act: (id: Id) => Promise<unknown>): Promise<void> {
  const waiting = [...ids];
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await act(id);
  };
  await Promise.all(Array.from({ length: Math.min(6, ids.length) }, worker));
}

export const dataProvider: DataProvider = {
  supportAbortSignal: true,
  getList: (resource, params) => list(resource, params) as never,
  getManyReference: (resource, params) => list(resource, params, { [params.target]: params.id }) as never,
  getOne: async (resource, { id, signal }) => ({ data: await call(`/${resource}/${id}`, { signal }) }),
  getMany: async (resource, { ids, signal }) =>
    (await list(resource, {
      filter: { id: ids },
      pagination: { page: 1, perPage: ids.length },
      signal: signal as AbortSignal,
    })) as never,
  create: async (resource, { data }) => ({ data: await written(call(`/${resource}`, { method: 'POST', body: data })) }),
  update: async (resource, { id, data }) => ({
    data: await written(call(`/${resource}/${id}`, { method: 'PUT', body: data })),
  }),
  updateMany: async (resource, { ids, data }) => {
    await written(each(ids, (id) => call(`/${resource}/${id}`, { method: 'PUT', body: data })));
    return { data: ids };
  },
  delete: async (resource, { id, previousData, meta }) => {
    await written(
      call(`/${resource}/${id}`, { method: 'DELETE', query: (meta as { query?: Query } | undefined)?.query ?? {} }),
    );
    return { data: (previousData ?? { id }) as RaRecord as never };
  },
  deleteMany: async (resource, { ids }) => {
    await written(each(ids, (id) => call(`/${resource}/${id}`, { method: 'DELETE' })));
    return { data: ids };
  },
};
