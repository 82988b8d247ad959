/** A framework whose applications can describe themselves. */
export interface Framework {
  readonly name: string;
  /** The package that an application depends on. */
  readonly package: string;
  /** The package that usually makes the document. */
  readonly maker: string;
  /** The page of docs/adopt. */
  readonly page: string;
}

/** Every framework with a recipe, the ones that stand on another first. */
export const frameworks: readonly Framework[] = [
  { name: 'Nest', package: '@nestjs/core', maker: '@nestjs/swagger', page: 'nest' },
  { name: 'tsoa', package: 'tsoa', maker: 'tsoa', page: 'tsoa' },
  { name: 'Fastify', package: 'fastify', maker: '@fastify/swagger', page: 'fastify' },
  { name: 'Hono', package: 'hono', maker: '@hono/zod-openapi', page: 'hono' },
  { name: 'Express', package: 'express', maker: 'swagger-jsdoc', page: 'express' },
];

/** The file that begins a package, and its language. */
const manifests: readonly (readonly [file: RegExp, language: string])[] = [
  [/^package\.json$/, 'JavaScript'],
  [/^go\.mod$/, 'Go'],
  [/^(?:pyproject\.toml|requirements\.txt|setup\.py|Pipfile)$/, 'Python'],
  [/^(?:pom\.xml|build\.gradle(?:\.kts)?)$/, 'Java'],
  [/^Cargo\.toml$/, 'Rust'],
  [/^Gemfile$/, 'Ruby'],
  [/^composer\.json$/, 'PHP'],
  [/\.(?:cs|fs|vb)proj$/, '.NET'],
  [/^mix\.exs$/, 'Elixir'],
];

/** The language of the package that a file begins; null for any other file. */
export const languageOf = (fileName: string): string | null =>
  manifests.find(([file]) => file.test(fileName))?.[1] ?? null;
