import { type Call, loadCalls, type Result } from './load.ts';
import type { Measured } from './processes.ts';

const warmUpSeconds = 2;

/** What a server answers in so many seconds after a warm-up, and its CPU time for a call. Throws where a call fails. */
export async function underLoad(
  what: string,
  { server, port, seconds }: { server: Measured; port: number; seconds: number },
  next: () => Call,
): Promise<{ result: Result; cpu: number }> {
  await loadCalls(port, next, warmUpSeconds);
  const before = server.cpuSeconds();
  const result = await loadCalls(port, next, seconds);
  if (result.failed > 0) throw new Error(`${what}: ${result.failed} calls failed`);
  return { result, cpu: ((server.cpuSeconds() - before) / (result.perSecond * seconds)) * 1e6 };
}
