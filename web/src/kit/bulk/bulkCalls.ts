import type { BulkPreview, BulkRequest, BulkRunView } from '@fournil/contract/bulk/bulk';
import { call, members, reading, readingBy, useKeepReading } from '../../data/index.ts';

/** A run that the page shows, with the name of its action. */
export interface OpenRun {
  id: string;
  /** Empty for a run that was started before the page was loaded. */
  label: string;
  run: BulkRunView;
  /** The ids of rows selected one by one; null for all that match the filters, or when they are not known. */
  ids: readonly string[] | null;
  /** The id of the one program that it installs on machines; where it is on its way is read on the program's page. */
  program?: string | undefined;
}

/** The runs that the page shows; initially those of this person that are still in progress. */
export const openRunsReading = readingBy<OpenRun[]>({
  about: 'bulk',
  by: ['open'],
  async ask() {
    const { data } = await members<BulkRunView>('/bulk');
    return data.map((run) => ({ id: run.id, label: '', run, ids: [] }));
  },
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
});

const askEveryMilliseconds = 400;

/** One run, read at intervals while it is in progress, also while the page is in the background. */
export const runReading = ({ id, run }: Pick<OpenRun, 'id' | 'run'>) =>
  reading<BulkRunView>({
    about: ['bulk', id],
    path: `/bulk/${id}`,
    initialData: run,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? askEveryMilliseconds : false),
    refetchIntervalInBackground: true,
  });

export const previewBulk = (request: BulkRequest) =>
  call<BulkPreview>('/bulk/preview', { method: 'POST', body: request });
export const stopRun = (id: string) => call<BulkRunView>(`/bulk/${id}/stop`, { method: 'POST' });

function installedProgram({ verb, args }: BulkRequest): string | undefined {
  const programs = (args as { programs?: string[] }).programs ?? [];
  return verb === 'machines.install' && programs.length === 1 ? programs[0] : undefined;
}

/** The calls that start and undo runs, and add them to the runs that the page shows. */
export function useRuns() {
  const keep = useKeepReading();
  const hide = (id: string) => keep(openRunsReading, (open = []) => open.filter((one) => one.id !== id));
  const show = (run: OpenRun) =>
    keep(openRunsReading, (open = []) => [...open.filter((one) => one.id !== run.id), run]);
  return {
    hide,
    /** The id was created with the preview, so that a run that is sent again after a lost answer is done once. */
    async start(label: string, request: BulkRequest & { id: string; total?: number }): Promise<void> {
      const { id } = request;
      const run = await call<BulkRunView>('/bulk', { method: 'POST', body: request });
      show({
        id,
        label,
        run,
        ids: 'ids' in request.selection ? request.selection.ids : null,
        program: installedProgram(request),
      });
    },
    async undo(label: string, id: string): Promise<void> {
      const run = await call<BulkRunView>(`/bulk/${id}/undo`, { method: 'POST' });
      hide(id);
      show({ id: run.id, label, run, ids: [] });
    },
  };
}
