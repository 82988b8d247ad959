import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
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
