import { openControl } from './control.ts';
import { openFleet } from './fleet.ts';
import { log } from './log.ts';
import { readOptions } from './options.ts';

const options = readOptions(process.argv.slice(2));
if (typeof options === 'string') {
  process.stderr.write(`${options}\n`);
  process.exit(2);
}

const fleet = await openFleet(options);
const control = options.controlPort === null ? null : await openControl(fleet, options.controlPort);
log('started', { ovens: fleet.list().length, server: options.server, control: control?.address ?? null });

let isStopping = false;
function stop() {
  if (isStopping) return;
  isStopping = true;
  // The demonstration's server waits 2 s for its 40 ovens; thousands need longer to say that they leave.
  setTimeout(() => process.exit(0), 1800 + 3 * fleet.list().length).unref();
  control?.close();
  fleet.close().finally(() => process.exit(0));
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);
