import { z } from 'zod';
import { apiPath } from '../kit/addresses.ts';
import { product } from '../product.ts';

/**
 * The update interface: hawkBit's Direct Device Integration, in the form in which SWUpdate's suricatta uses it.
 * Addresses are absolute, every answer is 200, and feedback is parsed leniently, because clients in the field send
 * JSON with raw line breaks.
 */
const link = z.object({ href: z.url() });

/** The address at which one machine asks for updates; the tenant is the product. A machine gets it at pairing. */
export function ddiAddress(publicUrl: string, machineId: string): string {
  return `${publicUrl}${apiPath}/ddi/${product.slug}/controller/v1/${machineId}`;
}

/** GET `/{tenant}/controller/v1/{controllerId}` */
export const ddiRoot = z.object({
  /** "HH:MM:SS" until the next call. */
  config: z.object({ polling: z.object({ sleep: z.string() }) }),
  _links: z.object({ configData: link.optional(), deploymentBase: link.optional(), cancelAction: link.optional() }),
});

export const ddiDeployment = z.object({
  id: z.string(),
  deployment: z.object({
    download: z.enum(['forced', 'attempt', 'skip']),
    update: z.enum(['forced', 'attempt', 'skip']),
    chunks: z.array(
      z.object({
        part: z.string(),
        version: z.string(),
        name: z.string(),
        /** `signature`: Ed25519 by the maker over `statementOf`, base64. */
        metadata: z.array(z.object({ key: z.string(), value: z.string() })),
        artifacts: z.array(
          z.object({
            filename: z.string(),
            hashes: z.object({ sha1: z.string(), sha256: z.string() }),
            size: z.int(),
            _links: z.object({ download: link, 'download-http': link }),
          }),
        ),
      }),
    ),
  }),
});

export const ddiCancel = z.object({ id: z.string(), cancelAction: z.object({ stopId: z.string() }) });

/** POST `deploymentBase/{n}/feedback` and `cancelAction/{n}/feedback`; other fields are ignored. */
export const ddiFeedback = z
  .object({
    status: z.object({
      execution: z
        .enum(['closed', 'proceeding', 'canceled', 'scheduled', 'rejected', 'resumed', 'downloaded', 'download'])
        .describe('How far it is; `closed` ends the deployment.'),
      result: z.object({
        finished: z
          .enum(['success', 'failure', 'none'])
          .describe('The outcome, when `execution` is `closed`; else `none`.'),
        progress: z
          .object({ cnt: z.number().describe('Of `of` parts.'), of: z.number().describe('How many parts there are.') })
          .partial()
          .optional()
          .catch(undefined)
          .describe('What share is done.'),
      }),
      details: z
        .array(z.string().max(2000))
        .max(100)
        .optional()
        .catch(undefined)
        .describe('Words for people. "All Chunks Installed." says that the machine restarts now.'),
    }),
  })
  .meta({
    examples: [
      { status: { execution: 'proceeding', result: { finished: 'none' }, details: ['All Chunks Installed.'] } },
      { status: { execution: 'closed', result: { finished: 'success' }, details: ['Runs 4.3.0'] } },
      { status: { execution: 'closed', result: { finished: 'failure' }, details: ['The signature is wrong'] } },
    ],
  });
export type DdiFeedback = z.output<typeof ddiFeedback>;

/** PUT `configData`: the attributes that the machine reports. */
export const ddiConfigData = z
  .object({
    data: z
      .record(z.string().max(64), z.union([z.string().max(512), z.number(), z.boolean()]))
      .describe(
        'Names and values. Updates are offered by `hwRevision`, alone (`1.0`) or with the board before it (`sole-3-12:1.0`).',
      ),
  })
  .meta({ examples: [{ data: { model: 'sole-3-12', softwareVersion: '4.2.1', hwRevision: '1.0' } }] });

/** The statement that the maker signs; a machine that verifies it refuses a file made for another model. */
export function statementOf(update: {
  version: string;
  sizeBytes: number;
  sha256: string;
  models: readonly string[];
}): string {
  return [
    'fournil-update-1',
    update.version,
    String(update.sizeBytes),
    update.sha256,
    [...update.models].sort().join(','),
  ].join('\n');
}
