import { z } from 'zod';
import { changePolicies } from '../differences/differences.ts';
import { node } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { listQuery } from '../kit/listQuery.ts';
import { searchText } from '../kit/text.ts';
import { faultCodes } from '../machines/faults.ts';
import { userLimits } from './user.ts';

/** GET and PUT `organisation`: the settings of an organisation, for its client admins. */
export const organisationView = z.object({
  name: z.string(),
  /** IMP-06: support may see states and faults of the machines without signing in as a client. */
  assistanceSharing: z.boolean(),
  /** SEC-03: every person of the organisation needs a second step. */
  requiresSecondStep: z.boolean(),
  /** MNU-02: what is to happen to programs that are changed at ovens; nothing is decided while one bakes. */
  changesAtOvens: z.enum(changePolicies),
});
export type OrganisationView = z.infer<typeof organisationView>;
export const organisationUpdate = z
  .strictObject({
    assistanceSharing: z.boolean(),
    requiresSecondStep: z.boolean(),
    changesAtOvens: z.enum(changePolicies),
  })
  .partial();
export type OrganisationUpdate = z.infer<typeof organisationUpdate>;

/** GET `assistance/machines`: machines of organisations that share them. */
export const sharedMachineView = z.object({
  ...node('SharedMachine'),
  id: z.string(),
  name: z.string(),
  society: z.string(),
  serialNumber: z.string(),
  softwareVersion: z.string().nullable(),
  connected: z.boolean(),
  connectionSince: instant.nullable(),
  openErrorCount: z.int(),
});
export type SharedMachineView = z.infer<typeof sharedMachineView>;
export const sharedMachineQuery = listQuery({
  filters: { q: searchText(), failing: z.stringbool().optional(), connected: z.stringbool().optional() },
  order: ['name', 'society'],
  itemsPerPage: userLimits.listPageSize,
});
export type SharedPage = z.output<typeof sharedMachineQuery>;

/** GET `assistance/machines/{id}/errors` */
export const sharedErrorView = z.object({
  code: z.enum(faultCodes),
  dateStart: instant,
  dateEnd: instant.nullable(),
});
export type SharedErrorView = z.infer<typeof sharedErrorView>;
