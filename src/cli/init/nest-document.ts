import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions } from '../../text/version-order.js';
import type { RenderedFile } from '../new/write-files.js';
import type { ConfiguredDocument, PlannedConfig } from './plan-config.js';

/** How a Nest application names its versions, as its sources say it. */
interface NestVersioning {
  /** The option `versioning` of the configuration; null where the paths name the version. */
  readonly option: string | null;
}

/**
 * The program that prints the document of a Nest application, as docs/adopt/nest.md writes it, and the configuration that runs it; null where
 * the sources have no src/app.module.ts. Versions are in the paths while the document is made, since `@nestjs/swagger` keeps one operation
 * for each path and method.
 */
export function planNestDocument(folder: string, files: readonly string[]): PlannedConfig | null {
  if (!files.includes('src/app.module.ts')) return null;
  const text = files
    .filter((file) => /^src\/.*\.ts$/.test(file) && !/\.(?:spec|test|d)\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const versioning = versioningIn(text);
  const prefix = /\.setGlobalPrefix\(\s*['"`]\/?([^'"`]+?)\/?['"`]/.exec(text)?.[1];
  const versions = versioning === null ? [] : versionsIn(text);
  const command = 'node openapi.mjs';
  const below = prefix === undefined ? '' : `/${prefix}`;
  const documents = versions.map(
    (version): ConfiguredDocument => ({ version, command, paths: `${below}/v${version}` }),
  );
  return {
    documents: documents.length > 0 ? documents : [{ version: null, command }],
    versioning: documents.length > 0 ? (versioning?.option ?? null) : null,
    beside: [printer(versioning !== null, prefix)],
  };
}

/** null where the application has no versions. */
function versioningIn(text: string): NestVersioning | null {
  if (!/\.enableVersioning\(/.test(text)) return null;
  const header = /\bheader:\s*['"`]([^'"`]+)['"`]/.exec(text)?.[1];
  if (/VersioningType\.HEADER\b/.test(text) && header !== undefined)
    return { option: `{ type: header, header: ${header} }` };
  const key = /\bkey:\s*['"`]([^'"`]+)['"`]/.exec(text)?.[1];
  if (/VersioningType\.MEDIA_TYPE\b/.test(text) && key !== undefined)
    return { option: `{ type: media-type, key: ${JSON.stringify(key)} }` };
  return { option: null };
}

/** Those of `@Version('1')`, of `version: ['1', '2']` of a controller, and of `defaultVersion: '1'`. */
function versionsIn(text: string): readonly string[] {
  const lists = [
    ...text.matchAll(/@Version\(\s*(\[[^\]]*\]|['"`][^'"`]+['"`])/g),
    ...text.matchAll(/@Controller\(\s*\{[^}]*?\bversion:\s*(\[[^\]]*\]|['"`][^'"`]+['"`])/g),
    ...text.matchAll(/\bdefaultVersion:\s*(\[[^\]]*\]|['"`][^'"`]+['"`])/g),
  ];
  const names = lists.flatMap(([, list = '']) => [...list.matchAll(/['"`]([\w.-]+)['"`]/g)].map(([, name]) => name!));
  return [...new Set(names)].toSorted(compareVersions);
}

function printer(hasVersions: boolean, prefix: string | undefined): RenderedFile {
  const create = 'await NestFactory.create(AppModule, { logger: false })';
  const lines = [
    '// Prints the OpenAPI document of the built application, for svc.',
    "import { NestFactory } from '@nestjs/core';",
    "import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';",
    "import { AppModule } from './dist/app.module.js';",
    hasVersions
      ? `const app = (${create}).enableVersioning({ type: 0 }); // VersioningType.URI`
      : `const app = ${create};`,
    ...(prefix === undefined ? [] : [`app.setGlobalPrefix(${JSON.stringify(prefix)});`]),
    'console.log(JSON.stringify(SwaggerModule.createDocument(app, new DocumentBuilder().build())));',
  ];
  return { path: 'openapi.mjs', text: `${lines.join('\n')}\n` };
}
