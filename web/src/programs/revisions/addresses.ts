import { type ComparedSide, sideText } from '@fournil/contract/programs/revision';

/** The address of the page that compares these two; `@` is not escaped, so that people can read the address. */
export function compareAddress(left: ComparedSide, right: ComparedSide): string {
  return `/programs/compare?left=${sideText(left)}&right=${sideText(right)}`;
}

export function revisionAddress(id: string, revision: number): string {
  return `/programs/${id}/show/revisions/${revision}`;
}
