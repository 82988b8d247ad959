import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './read-imports.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}
type FindObstacles = (tree: {
  readonly manifests: readonly Manifest[];
  readonly changelog: string;
  readonly git: (...words: readonly string[]) => string;
}) => readonly string[];
const { findObstacles } = (await import(new URL('../scripts/release.mjs', import.meta.url).href)) as {
  readonly findObstacles: FindObstacles;
};

const svckit = { name: 'svckit', version: '0.2.0' };
const stores = { name: '@svckit/stores', version: '0.2.0', peerDependencies: { svckit: '0.2.0' } };
const changelog = '# Changelog\n\n## 0.2.0 (2026-12-01)\n';
const git = () => '';

it('nothing stands between a finished tree and a release', () => {
  expect(findObstacles({ manifests: [svckit, stores], changelog, git })).toEqual([]);
});

it('versions that differ, a changelog without the day, changes and a tag stand in the way', () => {
  const found = findObstacles({
    manifests: [
      svckit,
      { ...stores, version: '0.1.0', peerDependencies: { svckit: '0.1.0' } },
      { ...svckit, name: '@svckit/service', dependencies: { '@svckit/stores': '0.1.0', pg: '8.23.1' } },
    ],
    changelog: '## 0.2.0 (unreleased)\n## 0.2.01 (2026-12-01)\n',
    git: () => ' M package.json',
  });
  expect(found).toEqual([
    '@svckit/stores has version 0.1.0, and svckit has 0.2.0. Give them one version.',
    '@svckit/stores needs svckit 0.1.0. Write "svckit": "0.2.0".',
    '@svckit/service needs @svckit/stores 0.1.0. Write "@svckit/stores": "0.2.0".',
    'CHANGELOG.md has no heading "## 0.2.0 (YYYY-MM-DD)". Write the day of the release.',
    'The tree has changes. Commit them.',
    'The tag v0.2.0 exists. Raise the version.',
  ]);
});

it('the packages of this tree have one version, which README, SECURITY, CHANGELOG and the guide name', () => {
  const read = (file: string) => readFileSync(join(repository, file), 'utf8');
  const manifests = ['.', 'stores', 'service'].map(
    (folder) => JSON.parse(read(join(folder, 'package.json'))) as Manifest,
  );
  const { version } = manifests[0]!;
  expect(findObstacles({ manifests, changelog: `## ${version} (2026-12-01)\n`, git })).toEqual([]);
  expect(read('README.md')).toContain(`/svckit-${version}.tgz`);
  expect(read('SECURITY.md')).toContain(`today ${version.replace(/\.\d+$/, '')} |`);
  expect(read('docs/gate.md')).toContain(`rev: v${version}`);
  expect(read('CHANGELOG.md').match(/^## .*/m)![0]).toContain(version);
});
