import {
  locateAnswer,
  locateInput,
  type PairAnswer,
  pairAnswer,
  pairInput,
  renewInput,
} from '@fournil/contract/machine-link/pairing';
import { ddiAddress } from '@fournil/contract/software-updates/ddi';
import type { FastifyReply } from 'fastify';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import type { Services } from '../../kit/services.ts';
import type { Authority } from '../broker/authority.ts';
import { checkLocates } from './locate.ts';
import { type Paired, pairMachine } from './pairing.ts';
import { renewCertificate } from './renewal.ts';

const config = { allow: 'machine-link.pair', answersSecret: true } as const;
const json = 'application/json';
const common = { produces: [json], refuses: ['403'] };
const paired = { ...common, response: { 200: pairAnswer } };

/** LNK-02: the calls that a machine makes over HTTP. */
export function pairingRoutes(app: App, services: Services, authority: Authority, brokerUrl: () => string): void {
  const answer = (reply: FastifyReply, { machineId, pairing, certificate, expiresAt }: Paired): PairAnswer => {
    reply.type(json);
    return {
      updateUrl: ddiAddress(services.config.publicUrl, machineId),
      updateToken: services.keys.updateToken(machineId, pairing),
      updateKey: services.keys.updateKey,
      machineId,
      certificate,
      certificateExpiresAt: expiresAt.toISOString(),
      // That of the broker's own certificate.
      authority: services.config.mqttAuthority ?? authority.certificate,
      brokerUrl: brokerUrl(),
    };
  };

  app.post(
    '/machine-link/pair',
    {
      config,
      schema: {
        named: named('Machine link', 'pairMachine', 'Pair a machine: its certificate for its key'),
        ...paired,
        body: pairInput,
      },
    },
    async ({ body, ip }, reply) => answer(reply, await pairMachine(services, authority, body, ip)),
  );
  app.post(
    '/machine-link/renew',
    {
      config,
      schema: {
        named: named('Machine link', 'renewCertificate', 'Renew the certificate of a machine'),
        ...paired,
        body: renewInput,
      },
    },
    async ({ body }, reply) => answer(reply, await renewCertificate(services, authority, body)),
  );
  app.post(
    '/machine-link/locate',
    {
      config: { allow: 'machine-link.pair' },
      schema: {
        named: named('Machine link', 'locateBroker', 'Ask for the address of the broker'),
        ...common,
        body: locateInput,
        response: { 200: locateAnswer },
      },
    },
    async ({ body, ip }, reply) => {
      await checkLocates(services, body, ip);
      reply.type(json);
      return { brokerUrl: brokerUrl() };
    },
  );
}
