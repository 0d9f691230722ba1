import type { InstallationState } from '@fournil/contract/machines/installation';

/** What decides how a program stands on a machine. */
export interface InstallationFacts {
  /** The machine takes part: paired, approved, active. */
  receives: boolean;
  wantedRevision: number | null;
  wantedSha256: string | null;
  overwriteChanged: boolean;
  reportedRevision: number | null;
  reportedSha256: string | null;
  reportedState: 'applied' | 'refused' | 'changed' | null;
}

/** LNK-06: wanted and reported are kept apart; what people see is read from both. */
export function installationState(facts: InstallationFacts): InstallationState {
  if (!facts.receives || facts.wantedRevision === null) return 'notSent';
  if (facts.reportedState === 'applied')
    return facts.reportedSha256 === facts.wantedSha256 ? 'synchronised' : 'pending';
  if (facts.reportedRevision !== facts.wantedRevision || facts.overwriteChanged) return 'pending';
  if (facts.reportedState === 'refused') return 'refused';
  return facts.reportedState === 'changed' ? 'changedOnMachine' : 'pending';
}
