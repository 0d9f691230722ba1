import { largestInteger } from '@fournil/contract/kit/integers';
import { product } from '@fournil/contract/product';
import {
  ddiAddress,
  ddiCancel,
  ddiConfigData,
  ddiDeployment,
  ddiFeedback,
  ddiRoot,
} from '@fournil/contract/software-updates/ddi';
import { deployedStates } from '@fournil/contract/software-updates/machineUpdate';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { linkScope } from '../../db/database.ts';
import { badRequest, notFound } from '../../kit/errors.ts';
import type { App } from '../../kit/http/app.ts';
import { type CallName, named as callNamed } from '../../kit/http/callNames.ts';
import type { Services } from '../../kit/services.ts';
import { sendArtifact } from './artifact.ts';
import { readFeedback, readLeniently, takeCancelFeedback, takeFeedback } from './feedback.ts';
import { type DdiMachine, ddiMachine, describeMachine } from './machine.ts';
import { askForOffer, findOpen, type Offer } from './offer.ts';

const allowed = { allow: 'software-updates.ddi' } as const;
const params = z.object({ tenant: z.string(), controller: z.string() });
const actionParams = params.extend({ action: z.coerce.number().int().min(1).max(largestInteger) });
const fileParams = params.extend({ update: z.uuid(), file: z.string().max(200) });
const isDeployed = (state: string) => (deployedStates as readonly string[]).includes(state);

const produces = ['application/json'];
const named = (...name: CallName) => callNamed('Machine link', ...name);

const base = '/ddi/:tenant/controller/v1/:controller';
type Identify = (request: FastifyRequest<{ Params: { tenant: string; controller: string } }>) => Promise<DdiMachine>;

/** SWU-04: hawkBit's DDI (see the contract), so that existing update clients work without changes. */
export async function ddiRoutes(app: App, services: Services): Promise<void> {
  readLenientBodies(app);
  const identify: Identify = ({ params: { tenant, controller }, headers }) => {
    // INT-06: the tenant is the product.
    if (tenant !== product.slug) throw notFound();
    return ddiMachine(services, controller, headers.authorization);
  };
  pollRoutes(app, services, identify);
  actionRoutes(app, services, identify);

  app.get(
    `${base}/artifacts/:update/:file`,
    {
      config: allowed,
      compress: false,
      schema: {
        named: named('downloadUpdate', 'Download the file of an update'),
        params: fileParams,
        response: { 200: z.null(), 206: z.null() },
        produces: ['application/octet-stream'],
        refuses: ['416'],
      },
    },
    async (request, reply) => {
      const machine = await identify(request);
      return sendArtifact(services, machine, request, reply, request.params.update, request.params.file);
    },
  );
}

function readLenientBodies(app: App): void {
  // Feedback is read leniently: as text first.
  app.removeContentTypeParser(['application/json']);
  app.addContentTypeParser(
    ['application/json', 'application/hal+json', 'application/json;charset=UTF-8'],
    { parseAs: 'string', bodyLimit: 64_000 },
    (_request, body, done) => done(null, body),
  );
  app.addHook('onSend', async (_request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (type.startsWith('application/ld+json')) reply.header('content-type', 'application/json');
    return payload;
  });
}

function pollRoutes(app: App, services: Services, identify: Identify): void {
  app.get(
    base,
    {
      config: allowed,
      schema: { named: named('pollUpdates', 'Ask for the next update'), params, response: { 200: ddiRoot }, produces },
    },
    async (request) => {
      const machine = await identify(request);
      const own = ddiAddress(services.config.publicUrl, machine.id);
      const { state = '', id = 0 } = (await askForOffer(services, machine))?.action ?? {};
      return {
        config: { polling: { sleep: sleepText(services.config.updatePollSeconds) } },
        _links: {
          ...(machine.isDescribed ? {} : { configData: { href: `${own}/configData` } }),
          ...(state === 'cancelling' ? { cancelAction: { href: `${own}/cancelAction/${id}` } } : {}),
          ...(isDeployed(state) ? { deploymentBase: { href: `${own}/deploymentBase/${id}` } } : {}),
        },
      };
    },
  );

  app.put(
    `${base}/configData`,
    {
      config: allowed,
      schema: {
        named: named('describeMachine', 'Tell the attributes of a machine'),
        params,
        produces,
        consumes: produces,
        reads: ddiConfigData,
      },
    },
    async (request, reply) => {
      const machine = await identify(request);
      const said = ddiConfigData.safeParse(readLeniently(request.body));
      if (!said.success) throw badRequest({ path: 'data', key: 'custom.validation.invalid', args: {} });
      await describeMachine(services, machine, said.data.data);
      return reply.send({});
    },
  );
}

/** Deployments, call-backs, and the machine's feedback to them. */
function actionRoutes(app: App, services: Services, identify: Identify): void {
  app.get(
    `${base}/deploymentBase/:action`,
    {
      config: allowed,
      schema: {
        named: named('getDeployment', 'Read an update to install'),
        params: actionParams,
        response: { 200: ddiDeployment },
        produces,
      },
    },
    async (request) => {
      const machine = await identify(request);
      const open = await services.db.as(linkScope, (trx) => findOpen(trx, machine));
      if (!open || open.action.id !== request.params.action || !isDeployed(open.action.state) || open.update.revoked)
        throw notFound();
      return deploymentOf(ddiAddress(services.config.publicUrl, machine.id), open);
    },
  );

  app.post(
    `${base}/deploymentBase/:action/feedback`,
    {
      config: allowed,
      schema: {
        named: named('reportDeployment', 'Report the progress of an update'),
        params: actionParams,
        produces,
        consumes: produces,
        reads: ddiFeedback,
      },
    },
    async (request, reply) => {
      const machine = await identify(request);
      await takeFeedback(services, machine, request.params.action, readFeedback(request.body));
      return reply.send({});
    },
  );

  app.get(
    `${base}/cancelAction/:action`,
    {
      config: allowed,
      schema: {
        named: named('getCancellation', 'Read an update that is called back'),
        params: actionParams,
        response: { 200: ddiCancel },
        produces,
      },
    },
    async (request) => {
      const machine = await identify(request);
      const open = await services.db.as(linkScope, (trx) => findOpen(trx, machine));
      if (open?.action.state !== 'cancelling' || open.action.id !== request.params.action) throw notFound();
      return { id: String(open.action.id), cancelAction: { stopId: String(open.action.id) } };
    },
  );

  app.post(
    `${base}/cancelAction/:action/feedback`,
    {
      config: allowed,
      schema: {
        named: named('reportCancellation', 'Answer a call-back'),
        params: actionParams,
        produces,
        consumes: produces,
        reads: ddiFeedback,
      },
    },
    async (request, reply) => {
      const machine = await identify(request);
      await takeCancelFeedback(services, machine, request.params.action, readFeedback(request.body));
      return reply.send({});
    },
  );
}

function deploymentOf(own: string, { action, update }: Offer) {
  const href = `${own}/artifacts/${update.id}/${encodeURIComponent(update.fileName)}`;
  return {
    id: String(action.id),
    deployment: {
      download: 'forced' as const,
      update: 'forced' as const,
      chunks: [
        {
          part: 'os',
          version: update.version,
          name: product.slug,
          metadata: [
            { key: 'signature', value: update.signature },
            { key: 'models', value: update.models.join(',') },
          ],
          artifacts: [
            {
              filename: update.fileName,
              hashes: { sha1: update.sha1, sha256: update.sha256 },
              size: Number(update.sizeBytes),
              _links: { download: { href }, 'download-http': { href } },
            },
          ],
        },
      ],
    },
  };
}

function sleepText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
