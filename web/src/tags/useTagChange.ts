import type { TagDetail } from '@fournil/contract/tags/tag';
import { call, useAct } from '../data/index.ts';

interface TagChange {
  path: string;
  body: object;
  version?: number;
}

/** Adds programs or users to a tag, or removes them. Rejects after the reason was shown. */
export function useTagChange() {
  const { actAsync, isPending } = useAct({
    changes: 'tags',
    send: ({ path, body, version }: TagChange) =>
      call<TagDetail>(path, { method: 'PUT', body, ...(version === undefined ? {} : { version }) }),
    answers: 'tags',
  });
  return { change: actAsync, isPending };
}
