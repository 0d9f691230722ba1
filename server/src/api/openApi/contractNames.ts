import { glob } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { right } from '@fournil/contract/rights/right';
import { z } from 'zod';

/**
 * INT-02: the names of the contract's schemas: that of its export, with a capital, and without `View`, because a
 * client reads a `Tag`, not a `TagView`. Of two schemas with one name only the first is named.
 */
export async function contractNames(): Promise<ReadonlyMap<z.ZodType, string>> {
  const folder = fileURLToPath(new URL('.', import.meta.resolve('@fournil/contract/product')));
  const names = new Map<z.ZodType, string>();
  const takenNames = new Set<string>();
  const files: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: folder })) if (!file.endsWith('.test.ts')) files.push(file);
  for (const file of files.sort()) {
    const exported: Record<string, unknown> = await import(pathToFileURL(`${folder}${file}`).href);
    for (const [key, value] of Object.entries(exported)) {
      const name = key.charAt(0).toUpperCase() + key.slice(1).replace(/View$/, '');
      if (!isWorthAName(value) || takenNames.has(name) || names.has(value)) continue;
      takenNames.add(name);
      names.set(value, name);
    }
  }
  return names;
}

/** Objects, alternatives of objects, and the rights; another single value is clearer where it stands. */
function isWorthAName(value: unknown): value is z.ZodType {
  if (value === right) return true;
  if (value instanceof z.ZodObject || value instanceof z.ZodRecord) return true;
  if (value instanceof z.ZodPipe) return isWorthAName(value.in);
  if (value instanceof z.ZodUnion) return value.options.every(isWorthAName);
  return false;
}
