// Finds the browser that drives the journeys: CHROMIUM_PATH, else Debian's Chromium without windows, which takes a
// fifth less of the processors than the one with windows, else the system's Chromium.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const withoutWindows = '/usr/bin/chromium-headless-shell';
const withWindows = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function findChromium() {
  const chosen = find([process.env.CHROMIUM_PATH, withoutWindows]);
  if (chosen) return chosen;
  // Not every system has this package.
  if (install('chromium-headless-shell')) return withoutWindows;
  const found = find(withWindows);
  if (found) return found;
  if (install('chromium')) return find(withWindows);
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { stdio: 'inherit' });
  return undefined; // Otherwise Playwright's own browser.
}

const find = (paths) => paths.find((path) => path && existsSync(path));

/** As root, with apt. */
function install(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  process.stdout.write(`Installing ${name} for the journeys ...\n`);
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-qq');
  return apt('install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation').status === 0;
}
