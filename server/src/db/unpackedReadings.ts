/** The columns of `packedReadings` that contain its readings, with their types, in the order of the function's arguments. */
export const packedColumns = [
  ['hour', 'timestamptz'],
  ['firstMilliseconds', 'integer'],
  ['everyMilliseconds', 'integer'],
  ['offsets', 'smallint[]'],
  ['exactOffsets', 'bigint[]'],
  ['chamber', 'smallint[]'],
  ['exactChamber', 'real[]'],
  ['set', 'smallint[]'],
  ['exactSet', 'real[]'],
  ['firstEnergy', 'double precision'],
  ['energy', 'smallint[]'],
  ['exactEnergy', 'double precision[]'],
  ['doorOpen', 'boolean[]'],
  ['step', 'smallint[]'],
  ['saidAt', 'text[]'],
  ['reportIds', 'text[]'],
] as const;

/** The signature of the function that unpacks a row of `packedReadings` (SCL-03, migration 0070). */
export const unpackSignature = `"unpackReadings"(${packedColumns.map(([, type]) => type).join(', ')})`;

/**
 * The readings of a row of `packedReadings` named `packed`, exactly as they were reported: a table for the FROM list
 * with the columns of `readings`. Column by column, because a row of a distributed table has a type of its own.
 */
export function unpacked(packed: string): string {
  return `"unpackReadings"(${packedColumns.map(([name]) => `${packed}."${name}"`).join(', ')})`;
}
