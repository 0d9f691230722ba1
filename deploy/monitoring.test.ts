import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { apiAs } from '../server/src/testing/api.ts';
import { openTestServer } from '../server/src/testing/testServer.ts';
import { findProgram, runProgram } from './testing/programs.ts';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[]; gridPos: { x: number; y: number; w: number; h: number } }[];
}

const folder = join(import.meta.dirname, 'prometheus');
const { groups } = parse(readFileSync(join(folder, 'alerts.yaml'), 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readFileSync(join(import.meta.dirname, 'grafana/fournil.json'), 'utf8')) as Dashboard;
const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

const promtool = findProgram(['/usr/bin/promtool'], ['prometheus']);

describe.skipIf(!promtool)('what Prometheus is given (skipped where promtool cannot be had)', () => {
  const check = (args: string[]) => runProgram(promtool ?? '', args, { cwd: folder });

  it('SCL-04 the alert rules are valid, ring when they should, and are quiet otherwise', () => {
    expect(check(['check', 'rules', 'alerts.yaml'])).toMatchObject({ status: 0 });
    const { status, said } = check(['test', 'rules', 'alerts.trial.yaml']);
    expect([status, said]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it('SCL-04 the example of the configuration is valid', () => {
    expect(check(['check', 'config', '--syntax-only', 'prometheus.yaml'])).toMatchObject({ status: 0 });
  });

  it('SCL-04 the dashboard asks only what Prometheus understands', async () => {
    const place = await mkdtemp(join(tmpdir(), 'fournil-dashboard-'));
    const asRules = shown.map((expr, at) => ({ record: `panel_${at}`, expr: expr.replaceAll('$server', '.*') }));
    writeFileSync(join(place, 'rules.yaml'), JSON.stringify({ groups: [{ name: 'panels', rules: asRules }] }));
    expect(check(['check', 'rules', join(place, 'rules.yaml')])).toMatchObject({ status: 0 });
    await rm(place, { recursive: true });
  });
});

it('SCL-04 each alert names a runbook that exists and names it, and each runbook has an alert', () => {
  for (const { alert, annotations } of rules)
    expect([alert, readFileSync(annotations.runbook, 'utf8').includes(alert)]).toEqual([alert, true]);
  const needed = new Set(rules.map(({ annotations }) => annotations.runbook));
  expect(globSync('docs/runbooks/*.md').filter((name) => basename(name) !== 'README.md' && !needed.has(name))).toEqual(
    [],
  );
});

it('SCL-04 alerts and dashboard ask for metrics that a server has', async () => {
  const token = 'a-token-for-metrics';
  const server = await openTestServer({ METRICS_TOKEN: token });
  await apiAs(server, null).get('/health');
  const text = String((await apiAs(server, token).get('/metrics')).body);
  await server.close();
  const existing = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
  // `up` is Prometheus' own.
  const asked = [...rules.map(({ expr }) => expr), ...shown].flatMap((expr) =>
    [...expr.matchAll(/\b([a-z_]+)\{/g)].map(([, name = '']) => name.replace(/_(bucket|sum|count)$/, '')),
  );
  expect(asked.length).toBeGreaterThan(30);
  expect([...new Set(asked)].filter((name) => name !== 'up' && !existing.has(name))).toEqual([]);
});

it('SCL-04 the panels of the dashboard do not cover each other', () => {
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...dashboard.panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
});
