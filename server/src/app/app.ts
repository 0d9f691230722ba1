import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { accessReviewRoutes } from '../access-review/index.ts';
import { accountRoutes } from '../accounts/index.ts';
import { apiRoutes, healthRoutes } from '../api/index.ts';
import { apiTokenRoutes } from '../api-tokens/index.ts';
import { bulkRoutes } from '../bulk/index.ts';
import { controlRoutes } from '../control/index.ts';
import { gateScope } from '../db/database.ts';
import { differenceRoutes } from '../differences/index.ts';
import { historyRoutes, openRefusalRecord } from '../history/index.ts';
import { homeRoutes } from '../home/index.ts';
import { hoursRoutes } from '../hours/index.ts';
import { readCallers } from '../identity/index.ts';
import { imageRoutes } from '../images/index.ts';
import { guard, methodsAt, type RegisteredCall } from '../kit/http/allow.ts';
import { answerByView } from '../kit/http/answer.ts';
import type { App } from '../kit/http/app.ts';
import { limitBodyTime, longestRequestMilliseconds } from '../kit/http/bodies/bodyTime.ts';
import { notUtf8, refuseOtherCharsets } from '../kit/http/bodies/charset.ts';
import { crowded } from '../kit/http/bodies/jsonBounds.ts';
import { continueWhenAllowed, drainUnreadBodies } from '../kit/http/bodies/unreadBody.ts';
import { noteCallOrigins } from '../kit/http/callOrigin.ts';
import { compressAnswers } from '../kit/http/compressed.ts';
import { makeOncePerKey } from '../kit/http/idempotency.ts';
import { allowOrigins } from '../kit/http/otherOrigins.ts';
import { answerProblems, answerUnreadable } from '../kit/http/problems.ts';
import { logRefusals } from '../kit/http/refusals.ts';
import { acceptSentBack } from '../kit/http/sentBack.ts';
import { traceCalls } from '../kit/http/traceCalls.ts';
import { answerUnchanged } from '../kit/http/unchanged.ts';
import { validateByZod } from '../kit/http/validate.ts';
import { newId } from '../kit/ids.ts';
import type { Services } from '../kit/services.ts';
import { liveRoutes } from '../live/index.ts';
import { type Authority, brokerRoutes, outageRoutes, pairingRoutes, refusedRoutes } from '../machine-link/index.ts';
import { machineRoutes } from '../machines/index.ts';
import { menuRoutes } from '../menus/index.ts';
import { metricsRoutes, watchCalls } from '../metrics/index.ts';
import { modelRoutes } from '../models/index.ts';
import { mailboxRoutes } from '../notifications/index.ts';
import { phaseRoutes } from '../phases/index.ts';
import { programFileRoutes } from '../program-files/index.ts';
import { programRoutes } from '../programs/index.ts';
import { recycleBinRoutes } from '../recycle-bin/index.ts';
import { rolloutRoutes } from '../rollouts/index.ts';
import { softwareUpdateRoutes } from '../software-updates/index.ts';
import { structureRoutes } from '../structures/index.ts';
import { tagRoutes } from '../tags/index.ts';
import { userRoutes } from '../users/index.ts';
import { webhookRoutes } from '../webhooks/index.ts';
import { callersOf } from './callers.ts';
import { servePage } from './page.ts';
import { rolloutKinds } from './rolloutKinds.ts';

const bodyLimitBytes = 1_000_000;

/** The parts of the machine link that calls need. */
export interface MachineLinkAccess {
  authority: Authority;
  brokerUrl(): string;
  isOpen(): boolean;
  storedReports(): number;
  refusedReports(): readonly { topic: string; code: string; count: number }[];
  atFormerAddress(): Promise<number>;
}

/** What tests choose. */
export interface CallLimits {
  /** How long a call with a key waits for an equal one. */
  keyPatienceMilliseconds?: number;
  /** Calls of a resource that the product does not have. */
  moreRoutes?: (app: App, services: Services) => void;
}

export interface Web {
  server: FastifyInstance;
  calls: RegisteredCall[];
  /** The numbers of this server, for the operator. */
  metrics: Registry;
}

/**
 * The only file that knows every feature: puts their calls under `/api`, behind the guard, and the page beside them.
 */
export async function buildApp(
  services: Services,
  link: MachineLinkAccess,
  log: FastifyBaseLogger,
  { keyPatienceMilliseconds, moreRoutes }: CallLimits = {},
): Promise<Web> {
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    trustProxy: services.config.trustedProxies.length > 0 ? services.config.trustedProxies : false,
    bodyLimit: bodyLimitBytes,
    // For the body; for the headers, Node's own limit of a minute applies.
    requestTimeout: longestRequestMilliseconds,
    connectionTimeout: 60_000,
    keepAliveTimeout: 70_000,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    ...answerUnreadable(),
  });
  traceCalls(server, services.config.trustedProxies.length > 0);
  limitBodies(server);
  addSecurityHeaders(server);
  let calls: RegisteredCall[] = [];
  answerProblems(server, services, (path) => methodsAt(calls, path));
  logRequests(server);
  await allowOrigins(server, services.config);
  const refusals = openRefusalRecord(services);
  logRefusals(server, log, refusals.add);
  server.addHook('onClose', () => refusals.written());
  const metrics = watchCalls(server);
  await server.register(
    async (scope) => {
      scope.setValidatorCompiler(validateByZod);
      scope.setSerializerCompiler(answerByView(process.env['VITEST'] !== undefined));
      refuseOtherCharsets(scope);
      readJsonLd(scope);
      answerJsonLd(scope, services.config.publicUrl);
      calls = guard(scope, callersOf(services));
      await compressAnswers(scope);
      const app = scope.withTypeProvider() as unknown as App;
      noteCallOrigins(scope);
      makeOncePerKey(scope, services, keyPatienceMilliseconds);
      registerFeatures(app, services, link, calls);
      metricsRoutes(app, services, metrics, link);
      moreRoutes?.(app, services);
    },
    { prefix: '/api' },
  );
  // Event streams never end by themselves; browsers reconnect to the next server.
  server.addHook('preClose', async () => services.live.endStreams());
  await servePage(server, services.config);
  return { server, calls, metrics };
}

function limitBodies(server: FastifyInstance): void {
  limitBodyTime(server);
  drainUnreadBodies(server);
  continueWhenAllowed(server);
}

function registerFeatures(
  app: App,
  services: Services,
  link: MachineLinkAccess,
  calls: readonly RegisteredCall[],
): void {
  healthRoutes(app, services, link.isOpen);
  apiRoutes(app, services, { brokerUrl: link.brokerUrl, calls });
  accountRoutes(app, services);
  controlRoutes(app, services);
  homeRoutes(app, services);
  machineRoutes(app, services);
  differenceRoutes(app, services);
  menuRoutes(app, services);
  programRoutes(app, services);
  programFileRoutes(app, services);
  modelRoutes(app, services);
  phaseRoutes(app);
  tagRoutes(app, services);
  structureRoutes(app, services);
  hoursRoutes(app, services);
  userRoutes(app, services);
  apiTokenRoutes(app, services);
  webhookRoutes(app, services);
  imageRoutes(app, services);
  historyRoutes(app, services);
  recycleBinRoutes(app, services);
  accessReviewRoutes(app, services);
  bulkRoutes(app, services);
  mailboxRoutes(app, services);
  pairingRoutes(app, services, link.authority, link.brokerUrl);
  outageRoutes(app, services);
  refusedRoutes(app, services);
  brokerRoutes(app, services, link.authority);
  softwareUpdateRoutes(app, services);
  rolloutRoutes(app, services, rolloutKinds);
  // Not from the cache, which would be another second.
  liveRoutes(app, services, async (ids) => {
    const callers = await services.db.read(gateScope, (trx) => readCallers(services, trx, ids));
    return new Set(callers.keys());
  });
}

/** JSON-LD and merge patches (RFC 7396) are parsed as JSON; an empty body counts as missing. */
function readJsonLd(scope: FastifyInstance): void {
  acceptSentBack(scope);
  scope.removeContentTypeParser(['application/json', 'text/plain']);
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser(
    ['application/ld+json', 'application/json', 'application/merge-patch+json'],
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      request.bodyText = body.toString('utf8');
      if (body.length === 0) return done(null, undefined);
      const refusal = notUtf8(body) ?? crowded(request, body);
      if (refusal) return done(refusal);
      parse(request, request.bodyText, done);
    },
  );
}

function answerJsonLd(scope: FastifyInstance, publicUrl: string): void {
  const docs = `<${publicUrl}/api/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`;
  scope.addHook('onRequest', async (_request, reply) => {
    const vary = [reply.getHeader('Vary') ?? [], 'Authorization, Accept, Accept-Language'].flat().join(', ');
    reply.header('Link', docs).header('Vary', vary);
    reply.type('application/ld+json; charset=utf-8');
  });
  answerUnchanged(scope);
}

function addSecurityHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', async (_request, reply) => {
    reply
      .header('Cache-Control', 'no-store')
      .header('X-Content-Type-Options', 'nosniff')
      .header('Referrer-Policy', 'no-referrer')
      .header('Cross-Origin-Opener-Policy', 'same-origin')
      .header('Cross-Origin-Resource-Policy', 'same-origin')
      .header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
      .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  });
}

/** Logs each call that failed with an error of the server, and each slow one. */
function logRequests(server: FastifyInstance): void {
  const slowMilliseconds = 1000;
  server.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode < 500 && reply.elapsedTime < slowMilliseconds) return;
    request.log.warn(
      {
        method: request.method,
        url: request.routeOptions.url,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'call',
    );
  });
}
