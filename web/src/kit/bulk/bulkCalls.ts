import type { BulkPreview, BulkRequest, BulkRunView } from '@fournil/contract/bulk/bulk';
import type { QueryClient } from '@tanstack/react-query';
import { call, members } from '../api.ts';

/** A run that the page shows, with what the person called it. */
export interface OpenRun {
  id: string;
  /** Empty for a run that was at work when the page was loaded. */
  label: string;
  run: BulkRunView;
  /** The rows that were named one by one; null for all that matched, or where it is not known. */
  ids: readonly string[] | null;
}

export const openRunsKey = ['bulk', 'open'];

export const previewBulk = (request: BulkRequest) =>
  call<BulkPreview>('/bulk/preview', { method: 'POST', body: request });
export const fetchRun = (id: string) => call<BulkRunView>(`/bulk/${id}`);
export const stopRun = (id: string) => call<BulkRunView>(`/bulk/${id}/stop`, { method: 'POST' });

/** Runs of this person that the server is still working on. */
export async function fetchRunning(): Promise<OpenRun[]> {
  const { data } = await members<BulkRunView>('/bulk');
  return data.map((run) => ({ id: run.id, label: '', run, ids: [] }));
}

/** The id was chosen when it was asked for: sent again after a lost answer, it runs once. */
export async function startRun(
  queryClient: QueryClient,
  label: string,
  request: BulkRequest & { id: string; total?: number },
): Promise<void> {
  const { id } = request;
  const run = await call<BulkRunView>('/bulk', { method: 'POST', body: request });
  show(queryClient, { id, label, run, ids: 'ids' in request.selection ? request.selection.ids : null });
}

export async function undoRun(queryClient: QueryClient, label: string, id: string): Promise<void> {
  const run = await call<BulkRunView>(`/bulk/${id}/undo`, { method: 'POST' });
  hideRun(queryClient, id);
  show(queryClient, { id: run.id, label, run, ids: [] });
}

export function hideRun(queryClient: QueryClient, id: string): void {
  queryClient.setQueryData<OpenRun[]>(openRunsKey, (open = []) => open.filter((one) => one.id !== id));
}

function show(queryClient: QueryClient, run: OpenRun): void {
  queryClient.setQueryData<OpenRun[]>(openRunsKey, (open = []) => [...open.filter((one) => one.id !== run.id), run]);
}
