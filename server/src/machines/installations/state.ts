import type { InstallationState } from '@fournil/contract/machines/installation';

/** The data that decide the state of an installation. */
export interface InstallationFacts {
  /** Whether the machine receives programs: paired, approved, in service. */
  receives: boolean;
  wantedRevision: number | null;
  wantedSha256: string | null;
  overwriteChanged: boolean;
  reportedRevision: number | null;
  reportedSha256: string | null;
  reportedState: 'applied' | 'refused' | 'changed' | null;
}

/** LNK-06: desired and reported state are stored separately; the state on screens follows from both. */
export function installationState(facts: InstallationFacts): InstallationState {
  if (!facts.receives || facts.wantedRevision === null) return 'notSent';
  if (facts.reportedState === 'applied')
    return facts.reportedSha256 === facts.wantedSha256 ? 'synchronised' : 'pending';
  if (facts.reportedRevision !== facts.wantedRevision || facts.overwriteChanged) return 'pending';
  if (facts.reportedState === 'refused') return 'refused';
  return facts.reportedState === 'changed' ? 'changedOnMachine' : 'pending';
}
