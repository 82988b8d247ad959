import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundled } from '../esbuild.config.mjs';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** What a package contains beside its own code, where its label names only its own license. */
const contents = {
  elheif: {
    license: 'MIT AND LGPL-3.0-or-later AND BSD-3-Clause',
    note: 'Its label says MIT, the license of the binding. The WebAssembly holds libheif and libde265 (LGPL-3.0-or-later) and kvazaar (BSD-3-Clause).',
  },
};

/** The paths in the lockfile of the packages that the build of svckit contains: those of `bundled`, what they depend on, and esbuild. */
function containedIn(packages) {
  const found = new Set();
  const visit = (name, from) => {
    for (let home = from; ; home = home.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
      const path = `${home}${home === '' ? '' : '/'}node_modules/${name}`;
      if (packages[path] !== undefined) {
        if (found.has(path)) return;
        found.add(path);
        for (const dependency of Object.keys(packages[path].dependencies ?? {})) visit(dependency, path);
        return;
      }
      if (home === '') throw new Error(`package-lock.json has no ${name}, which the build contains.`);
    }
  };
  for (const name of bundled) visit(name, '');
  return found.add('node_modules/esbuild');
}

/** THIRD-PARTY.md: every package that an installation brings, from package-lock.json alone. */
export function thirdPartyText() {
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
  const contained = containedIn(packages);
  const found = new Map();
  for (const [path, { dev, devOptional, link, version, license }] of Object.entries(packages)) {
    const [, name] = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name === undefined || link || ((dev || devOptional) && !contained.has(path))) continue;
    if (license === undefined)
      throw new Error(`${name} ${version} has no license. Add it to contents in scripts/third-party.mjs.`);
    const { license: whole = license, note = contained.has(path) ? 'The build of svckit contains it.' : '' } =
      contents[name] ?? {};
    found.set(`${name} ${version}`, [name, version, whole, note]);
  }
  const rows = [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, cells]) => `| ${cells.join(' | ')} |`.replace(/ {2}\|$/, ' |'));
  return `# Third-party software

What an installation of \`svckit\`, \`@svckit/service\` and \`@svckit/stores\` brings, with the license of all that a package contains. Packages for other platforms
are listed too; npm installs those of one. \`node scripts/third-party.mjs\` writes this file from \`package-lock.json\`.

| Package | Version | License | Note |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(join(repository, 'THIRD-PARTY.md'), thirdPartyText());
