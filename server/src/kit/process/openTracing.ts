import { StartRefused } from '../../base/config.ts';
import { useTracing } from '../../base/tracing.ts';

type Environment = Record<string, string | undefined>;

/**
 * SCL-04. Sends traces where OpenTelemetry's own settings say, by OTLP over HTTP; without OTEL_EXPORTER_OTLP_ENDPOINT
 * (or …_TRACES_ENDPOINT) it does nothing, and the libraries for it are not loaded. Returns how it is closed, which
 * sends the last spans. `onProblem` hears when they cannot be sent. OTEL_SERVICE_NAME
 * takes precedence over `serviceName`.
 */
export async function openTracing(
  environment: Environment,
  serviceName: string,
  onProblem: (problem: string) => void,
): Promise<(withinMilliseconds: number) => Promise<void>> {
  if (!isWanted(environment)) return async () => undefined;
  checkSettings(environment);
  const { openTelemetry } = await import('./telemetry.ts');
  const { tracing, close } = openTelemetry(environment, serviceName, onProblem);
  useTracing(tracing);
  return async (withinMilliseconds) => {
    useTracing(null);
    await close(withinMilliseconds);
  };
}

function isWanted(environment: Environment): boolean {
  const place = environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || environment['OTEL_EXPORTER_OTLP_ENDPOINT'];
  const isOff = environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true';
  return Boolean(place) && !isOff && environment['OTEL_TRACES_EXPORTER'] !== 'none';
}

/** The parts of the standard that this product has; others are refused instead of ignored. */
function checkSettings(environment: Environment): void {
  const protocol =
    environment['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] || environment['OTEL_EXPORTER_OTLP_PROTOCOL'] || 'http/protobuf';
  if (protocol !== 'http/protobuf')
    throw new StartRefused(
      `The setting OTEL_EXPORTER_OTLP_PROTOCOL is wrong: only http/protobuf (it is "${protocol}").`,
    );
  const exporter = environment['OTEL_TRACES_EXPORTER'] || 'otlp';
  if (exporter !== 'otlp')
    throw new StartRefused(`The setting OTEL_TRACES_EXPORTER is wrong: otlp or none (it is "${exporter}").`);
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']) {
    const given = environment[name];
    if (given && !/^https?:\/\/./.test(given))
      throw new StartRefused(`The setting ${name} is wrong: must begin with http:// or https:// (it is "${given}").`);
  }
}
