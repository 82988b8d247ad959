import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readSettings } from '../service/src/configuration/read-settings.js';

type Mapping = Record<string, unknown>;

const read = (name: string) => readFile(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8');
const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce((found, key) => (found as Mapping | undefined)?.[key], value);

/** The compose file as Compose reads it with only AUTH_SECRET set. */
async function readCompose(): Promise<Mapping> {
  const text = (await read('docker-compose.yml'))
    .replaceAll(/\$\{AUTH_SECRET:\?[^}]*\}/g, 'x'.repeat(44))
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
  expect(text).not.toContain('${');
  return parse(text, { merge: true }) as Mapping;
}

async function readKubernetes(): Promise<Mapping[]> {
  return parseAllDocuments(await read('deploy/kubernetes.yaml')).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Mapping;
  });
}

const imageSettings = async () =>
  Object.fromEntries(
    [...((await read('Dockerfile')).match(/^ENV (.*)$/m)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(
      ([, name, value]) => [name, value],
    ),
  );

describe('docker-compose.yml', () => {
  it('runs two services and a worker with what they share', async () => {
    const { services } = await readCompose();
    expect(Object.keys(services as Mapping).toSorted()).toEqual([
      'nginx',
      'postgres',
      'redis',
      'service',
      'storage',
      'worker',
    ]);
    expect(at(services, 'service', 'deploy', 'replicas')).toBe(2);
    expect(at(services, 'worker', 'command')).toEqual(['worker']);
  });

  it.each(['service', 'worker'])('gives the %s only known settings, with valid values', async (name) => {
    const compose = await readCompose();
    const env = {
      ...(await imageSettings()),
      ...(at(compose, 'services', name, 'environment') as Record<string, string>),
    };
    const { settings } = readSettings({ env, cwd: '/srv' });
    expect(settings).toMatchObject({
      HOST: '0.0.0.0',
      PORT: 3_000,
      NODE_ENV: 'production',
      JOBS_WORKER: name === 'worker',
    });
    for (const setting of Object.keys(env)) expect(settings).toHaveProperty(setting);
  });

  it('names volumes and services that exist', async () => {
    const compose = await readCompose();
    const services = compose['services'] as Record<string, Mapping>;
    for (const service of Object.values(services)) {
      for (const needed of Object.keys((service['depends_on'] as Mapping | undefined) ?? {}))
        expect(services).toHaveProperty(needed);
      for (const volume of (service['volumes'] as string[] | undefined) ?? []) {
        const [source = ''] = volume.split(':');
        if (!source.startsWith('.')) expect(compose['volumes']).toHaveProperty(source);
        else await expect(read(source)).resolves.not.toBe('');
      }
    }
    expect(await read('deploy/nginx.conf')).toContain('server service:3000 resolve;');
  });
});

describe('deploy/kubernetes.yaml', () => {
  it('gives service and worker only known settings, with valid values', async () => {
    const resources = await readKubernetes();
    const find = (kind: string) => resources.filter((resource) => resource['kind'] === kind);
    const shared = {
      ...(at(find('ConfigMap')[0], 'data') as object),
      ...(at(find('Secret')[0], 'stringData') as object),
    };
    const deployments = find('Deployment');
    expect(deployments).toHaveLength(2);
    for (const deployment of deployments) {
      const container = at(deployment, 'spec', 'template', 'spec', 'containers', 0);
      const own = ((at(container, 'env') ?? []) as { name: string; value: string }[]).map(({ name, value }) => [
        name,
        value,
      ]);
      const env = {
        ...(await imageSettings()),
        ...shared,
        ...(Object.fromEntries(own) as Record<string, string>),
      } as Record<string, string>;
      const { settings } = readSettings({ env, cwd: '/srv' });
      for (const setting of Object.keys(env)) expect(settings).toHaveProperty(setting);
    }
  });

  it('selects what it labels, and probes the health routes', async () => {
    const resources = await readKubernetes();
    const deployment = resources.find(
      ({ kind, metadata }) => kind === 'Deployment' && at(metadata, 'name') === 'svckit',
    );
    const labels = at(deployment, 'spec', 'template', 'metadata', 'labels') as Mapping;
    for (const kind of ['Service', 'PodDisruptionBudget']) {
      const resource = resources.find((one) => one['kind'] === kind);
      expect(labels).toMatchObject(
        (at(resource, 'spec', 'selector', 'matchLabels') ?? at(resource, 'spec', 'selector')) as Mapping,
      );
    }
    const container = at(deployment, 'spec', 'template', 'spec', 'containers', 0);
    expect(at(container, 'readinessProbe', 'httpGet', 'path')).toBe('/api/health/ready');
    for (const probe of ['startupProbe', 'livenessProbe'])
      expect(at(container, probe, 'httpGet', 'path')).toBe('/api/health/live');
  });
});

describe('the pods of deploy/kubernetes.yaml', () => {
  it('are scaled, spread over machines, and probed', async () => {
    const resources = await readKubernetes();
    const named = (wanted: string, name: string) =>
      resources.find(({ kind, metadata }) => kind === wanted && at(metadata, 'name') === name);
    for (const name of ['svckit', 'svckit-worker']) {
      const deployment = named('Deployment', name);
      expect(at(deployment, 'spec')).not.toHaveProperty('replicas');
      expect(at(named('HorizontalPodAutoscaler', name), 'spec', 'scaleTargetRef', 'name')).toBe(name);
      const pod = at(deployment, 'spec', 'template');
      const spread = at(pod, 'spec', 'topologySpreadConstraints') as Mapping[];
      expect(spread.map(({ topologyKey }) => topologyKey)).toEqual([
        'topology.kubernetes.io/zone',
        'kubernetes.io/hostname',
      ]);
      for (const { labelSelector } of spread)
        expect(at(pod, 'metadata', 'labels')).toEqual(at(labelSelector, 'matchLabels'));
      expect(at(pod, 'spec', 'containers', 0)).toHaveProperty('livenessProbe');
    }
  });

  it('open fewer connections than PostgreSQL has', async () => {
    const resources = await readKubernetes();
    const pods = resources
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .map((one) => at(one, 'spec', 'maxReplicas') as number)
      .reduce((sum, most) => sum + most, 0);
    const size = at(resources[0], 'data', 'DATABASE_POOL_SIZE') as string;
    expect(pods * Number(size)).toBeLessThan(100);
  });

  it('of workers are alive while they touch their heartbeat', async () => {
    const worker = (await readKubernetes()).find(({ metadata }) => at(metadata, 'name') === 'svckit-worker');
    const container = at(worker, 'spec', 'template', 'spec', 'containers', 0);
    const [shell, ...probe] = at(container, 'livenessProbe', 'exec', 'command') as string[];
    const file = (at(container, 'args') as string[]).at(-1)!;
    expect(probe.at(-1)).toContain(file);
    const folder = mkdtempSync(join(tmpdir(), 'svc-heartbeat-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const beat = join(folder, 'heartbeat');
    const run = () =>
      spawnSync(
        shell!,
        probe.map((word) => word.replaceAll(file, beat)),
      ).status;
    expect(run()).not.toBe(0);
    writeFileSync(beat, '');
    expect(run()).toBe(0);
    utimesSync(beat, Date.now() / 1000 - 90, Date.now() / 1000 - 90);
    expect(run()).not.toBe(0);
  });
});

describe('what stands in front of the service', () => {
  /** Files of 32 MiB together (raw-files-controller), in parts with heads of their own. */
  const taken = 33;

  it('lets through what the service takes', async () => {
    const [, nginx] = /client_max_body_size (\d+)m;/.exec(await read('deploy/nginx.conf'))!;
    const ingress = (await readKubernetes()).find(({ kind }) => kind === 'Ingress');
    const size = at(ingress, 'metadata', 'annotations', 'nginx.ingress.kubernetes.io/proxy-body-size') as string;
    for (const limit of [Number(nginx), Number.parseInt(size, 10)]) expect(limit).toBeGreaterThanOrEqual(taken);
    expect(await read('service/src/files/raw-files-controller.ts')).toContain('maxBytes: 32 * mebibyte');
  });

  it('serves the host over TLS, by a named class', async () => {
    const { spec } = (await readKubernetes()).find(({ kind }) => kind === 'Ingress') as { spec: Mapping };
    expect(spec['ingressClassName']).toBe('nginx');
    expect(at(spec, 'tls', 0, 'hosts')).toEqual([at(spec, 'rules', 0, 'host')]);
  });
});

describe('Dockerfile', () => {
  it('copies only from the repository or its build stage', async () => {
    const lines = (await read('Dockerfile'))
      .split('\n')
      .filter((line) => line.startsWith('COPY') && !line.includes('--from=build'));
    for (const file of lines.flatMap((line) => line.split(' ').slice(1, -1)).filter((name) => name !== '.')) {
      await expect(read(file)).resolves.not.toBe('');
    }
  });
});
