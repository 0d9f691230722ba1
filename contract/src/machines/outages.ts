import { z } from 'zod';
import { node } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';

/**
 * SCL-01: when machines that have lost their connection are an outage. A machine that was switched off, or has
 * disconnected in good order, has not lost it.
 */
export const outageLimits = {
  /** Shorter losses are none. */
  afterMinutes: 10,
  /** Machines of a site that were lost within this time of the first one are one outage. */
  togetherMinutes: 5,
  /** More than this part of the site’s machines, of those that were connected then. */
  siteShare: 0.5,
  siteMachines: 2,
  /** A loss that is noticed later than this, because no server ran, is none. */
  noticedWithinHours: 24,
} as const;

/** GET `machines/{id}/outages` and `structures/{id}/outages`, newest first. */
export const outageView = z.object({
  ...node('Outage'),
  id: z.string(),
  /** The site; null for the outage of one machine, and where the reader does not see the site. */
  structure: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The first three of the machines by name, of those that the reader sees. */
  names: z.array(z.string()),
  machines: z.int(),
  /** How many of them are not connected again. */
  lost: z.int(),
  dateStart: instant,
  /** When the last of them was connected again. */
  dateEnd: instant.nullable(),
});
export type OutageView = z.infer<typeof outageView>;
