import { type DataProvider, type GetListParams, HttpError } from 'ra-core';
import type { Query } from './address.ts';
import { call, members } from './api.ts';

function list<Item>(resource: string, { filter, pagination, sort, signal }: Partial<GetListParams>) {
  const query: Query = { ...filter };
  if (sort?.field && sort.field !== 'id') query[`order[${sort.field}]`] = sort.order.toLowerCase();
  if (pagination) Object.assign(query, { page: pagination.page, itemsPerPage: pagination.perPage });
  return members<Item>(`/${resource}`, query, signal);
}

/** The id of an address may contain anything. */
const pathOf = (resource: string, id: unknown) => `/${resource}/${encodeURIComponent(String(id))}`;

/**
 * The error of a write that is refused with 401 or 403, without its status. The session has been notified by the call
 * and redirects. With the status, ra-core would treat the write as successful with an empty record.
 */
async function written<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof HttpError && (error.status === 401 || error.status === 403)) throw new Error(error.message);
    throw error;
  }
}

/** Methods of the data provider that the page does not use are refused by name. */
function unused(): Promise<never> {
  return Promise.reject(new Error('The page has no use for this method of the data provider.'));
}

/**
 * The API as ra-core's data provider. A resource is the path of its list. With `previousData`, an update is refused
 * with 412 when somebody has saved the record since (API-06); `meta.query` of a deletion is added to the address.
 */
export const dataProvider: DataProvider = {
  supportAbortSignal: true,
  getList: (resource, params) => list(resource, params) as never,
  getOne: async (resource, { id, signal }) => ({ data: await call(pathOf(resource, id), { signal }) }),
  create: async (resource, { data }) => ({ data: await written(call(`/${resource}`, { method: 'POST', body: data })) }),
  update: async (resource, { id, data, previousData }) => {
    const version = (previousData as { version?: number } | undefined)?.version;
    const body = { method: 'PUT', body: data } as const;
    return { data: await written(call(pathOf(resource, id), version === undefined ? body : { ...body, version })) };
  },
  delete: async (resource, { id, previousData, meta }) => {
    const query = (meta as { query?: Query } | undefined)?.query ?? {};
    await written(call(pathOf(resource, id), { method: 'DELETE', query }));
    return { data: (previousData ?? { id }) as never };
  },
  getMany: unused,
  getManyReference: unused,
  updateMany: unused,
  deleteMany: unused,
};
