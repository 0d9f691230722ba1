import {
  type Context,
  type ContextManager,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { StartRefused } from '../../base/config.ts';
import type { OpenSpan, Tracing, Work } from '../../base/tracing.ts';
import { endsWithin } from './endsWithin.ts';

type Environment = Record<string, string | undefined>;

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT };

/** Loaded by `openTracing.ts` only when traces are wanted: these libraries take memory and time at the start. */
export function openTelemetry(
  environment: Environment,
  serviceName: string,
  onProblem: (problem: string) => void,
): { tracing: Tracing; close(withinMilliseconds: number): Promise<void> } {
  const ignore = () => undefined;
  const tell = (text: string) => onProblem(messageIn(text));
  const logger = { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const detected = detectResources({ detectors: [hostDetector, serviceInstanceIdDetector, envDetector] });
  const provider = new TracerProvider({
    sampler: samplerOf(environment),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName }))
      .merge(detected),
    // Address, headers, time limit and compression are read by the exporter itself.
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), ...batchesOf(environment) })],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  return {
    tracing: tracingOf(provider.getTracer(serviceName), contexts),
    close: async (withinMilliseconds) => {
      await endsWithin(
        provider.shutdown().catch((error: Error) => onProblem(error.message)),
        Math.min(withinMilliseconds, 2000),
      );
      contexts.disable();
      diag.disable();
    },
  };
}

/** The library reports an error as the JSON of its fields. */
function messageIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : text;
  } catch {
    return text;
  }
}

function tracingOf(tracer: Tracer, contexts: ContextManager): Tracing {
  const start = ({ name, kind, attributes }: Work, parent: Context): [Span, Context] => {
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
    return [span, trace.setSpan(parent, span)];
  };
  return {
    within: async (what, work) => {
      const [span, within] = start(what, contexts.active());
      try {
        return await contexts.with(within, work);
      } catch (error) {
        // Without the message, which may contain what a person has written.
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute('error.type', (error as { code?: string }).code ?? (error as Error).name ?? 'error');
        throw error;
      } finally {
        span.end();
      }
    },
    begin: (what, parent): OpenSpan => {
      const [span, within] = start(what, remote(parent));
      return {
        enter: (work) => contexts.with(within, work),
        end: (attributes, isFailure) => {
          span.setAttributes(attributes);
          if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  };
}

/** W3C's header: version, trace, span, flags. Anything else begins a trace. */
function remote(header: string | undefined): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? '') ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

/** OTEL_TRACES_SAMPLER and its argument. */
function samplerOf(environment: Environment): Sampler {
  const ratio = Number(environment['OTEL_TRACES_SAMPLER_ARG'] || 1);
  if (!(ratio >= 0 && ratio <= 1))
    throw new StartRefused(`The setting OTEL_TRACES_SAMPLER_ARG is wrong: a number from 0 to 1 (it is "${ratio}").`);
  const name = environment['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on';
  const roots: Record<string, Sampler> = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: new TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[name.replace(/^parentbased_/, '')];
  if (!root)
    throw new StartRefused(
      `The setting OTEL_TRACES_SAMPLER is wrong: [parentbased_]always_on, always_off or traceidratio (it is "${name}").`,
    );
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** OTEL_BSP_…: how many spans wait, and for how long. */
function batchesOf(environment: Environment) {
  const names = {
    scheduledDelayMillis: 'OTEL_BSP_SCHEDULE_DELAY',
    exportTimeoutMillis: 'OTEL_BSP_EXPORT_TIMEOUT',
    maxQueueSize: 'OTEL_BSP_MAX_QUEUE_SIZE',
    maxExportBatchSize: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
  };
  return Object.fromEntries(
    Object.entries(names).flatMap(([option, name]) => {
      const given = Number(environment[name]);
      return Number.isInteger(given) && given > 0 ? [[option, given]] : [];
    }),
  );
}
