import type { FleetVersion } from '@fournil/contract/software-updates/softwareUpdate';

export interface VersionInFleet {
  version: string | null;
  machines: number;
  /** Its models, those with most machines first. */
  models: string[];
  update: FleetVersion['update'];
  /** Whether these machines run a revoked version. */
  isExposed: boolean;
}

/** One line per version: revoked ones first, then newest first, as the server sends them. */
export function versionsInFleet(rows: readonly FleetVersion[]): VersionInFleet[] {
  const byVersion = new Map<string | null, FleetVersion[]>();
  for (const row of rows) byVersion.set(row.version, [...(byVersion.get(row.version) ?? []), row]);
  const lines = [...byVersion].map(([version, of]) => ({
    version,
    machines: of.reduce((sum, { machines }) => sum + machines, 0),
    models: of
      .toSorted((a, b) => b.machines - a.machines)
      .map(({ model }) => model)
      .filter((model) => model !== null),
    update: of[0]?.update ?? null,
    isExposed: of[0]?.update?.revoked ?? false,
  }));
  return [...lines.filter(({ isExposed }) => isExposed), ...lines.filter(({ isExposed }) => !isExposed)];
}
