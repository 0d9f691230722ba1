import { z } from 'zod';
import { entitiesWith } from '../entities.ts';
import { resources } from '../resources.ts';

/**
 * One server-sent event of GET `live`. `event:` is the resource, `data:` this object. A machine's `update` carries the
 * values that change often (`connection`, `now`, `lastError`, `openErrorCount`), so that lists need no call; every
 * other event only says that the page should read again.
 */
export const liveResources = [...entitiesWith('live').map((name) => resources[name].path), 'programMachines' as const];
export const change = z.object({
  resource: z.enum(liveResources),
  op: z.enum(['create', 'update', 'delete']),
  id: z.string(),
  item: z.record(z.string(), z.unknown()).optional(),
});
export type Change = z.infer<typeof change>;
