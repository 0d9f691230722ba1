import { readdirSync } from 'node:fs';
import type { Migration } from 'kysely/migration';

/** The migrations of this folder, in order. A released migration is never edited; a later one changes its result. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  await Promise.all(
    readdirSync(import.meta.dirname)
      .filter((file) => /^\d{4}-[a-z0-9-]+\.ts$/.test(file))
      .sort()
      .map(async (file) => [file.replace('.ts', ''), await migrationIn(file)] as const),
  ),
);

/** Its export that has an `up`; a migration may export functions that its test calls. */
async function migrationIn(file: string): Promise<Migration> {
  const exported: Record<string, unknown> = await import(new URL(file, import.meta.url).href);
  const candidates = Object.values(exported).filter(isMigration);
  const [migration, another] = candidates;
  if (!migration || another) throw new Error(`The file ${file} has ${candidates.length} migrations instead of one.`);
  return migration;
}

function isMigration(value: unknown): value is Migration {
  return typeof value === 'object' && value !== null && 'up' in value;
}
