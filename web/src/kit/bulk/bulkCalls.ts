import type { BulkPreview, BulkRequest, BulkRunView } from '@fournil/contract/bulk/bulk';
import type { QueryClient } from '@tanstack/react-query';
import { call, members } from '../api.ts';

/** A run that the page shows, with what the person called it. */
export interface OpenRun {
  id: string;
  /** Empty for a run that was at work when the page was loaded. */
  label: string;
  run: BulkRunView;
}

export const openRunsKey = ['bulk', 'open'];

export const previewBulk = (request: BulkRequest) => call<BulkPreview>('/bulk/preview', { method: 'POST', body: request });
export const fetchRun = (id: string) => call<BulkRunView>(`/bulk/${id}`);
export const stopRun = (id: string) => call<BulkRunView>(`/bulk/${id}/stop`, { method: 'POST' });

/** Runs of this person that the server is still working on. */
export async function fetchRunning(): Promise<OpenRun[]> {
  const { data } = await members<BulkRunView>('/bulk');
  return data.map((run) => ({ id: run.id, label: '', run }));
}

/** The id is chosen here: a request that is sent again after a lost answer runs once. */
export async function startRun(queryClient: QueryClient, label: string, request: BulkRequest): Promise<void> {
  const id = crypto.randomUUID();
  const run = await call<BulkRunView>('/bulk', { method: 'POST', body: { ...request, id } });
  show(queryClient, { id, label, run });
}

export async function undoRun(queryClient: QueryClient, label: string, id: string): Promise<void> {
  const run = await call<BulkRunView>(`/bulk/${id}/undo`, { method: 'POST' });
  hideRun(queryClient, id);
  show(queryClient, { id: run.id, label, run });
}

export function hideRun(queryClient: QueryClient, id: string): void {
  queryClient.setQueryData<OpenRun[]>(openRunsKey, (open = []) => open.filter((one) => one.id !== id));
}

function show(queryClient: QueryClient, run: OpenRun): void {
  queryClient.setQueryData<OpenRun[]>(openRunsKey, (open = []) => [...open, run]);
}
