import type { ProgramRevisionView } from '@fournil/contract/programs/revision';
import { reading, readingList } from '../../data/index.ts';

const mostChoices = 500;

/** The list of revisions; read again after every change of the program. */
export const revisionsOf = (id: string) => ({ about: 'programs', path: `/programs/${id}/revisions` }) as const;

export function revisionReading(id: string, revision: number) {
  return reading<ProgramRevisionView>({ about: 'programs', path: `/programs/${id}/revisions/${revision}` });
}

/** The newest first, for a list to choose from. */
export function revisionChoicesReading(id: string) {
  return readingList<ProgramRevisionView>({ ...revisionsOf(id), query: { page: 1, itemsPerPage: mostChoices } });
}
