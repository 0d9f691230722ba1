// Ends with exit code 0 when the server of this computer answers: for the health check of a container, which has no
// curl. `node scripts/health.mjs [path]`, by default /api/health; with /api/ready also whether it can work.
const [path = '/api/health'] = process.argv.slice(2);
const patienceMilliseconds = 3000;

try {
  const address = `http://127.0.0.1:${process.env.PORT || 8080}${path}`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMilliseconds) });
  process.exitCode = answer.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
