import type { CommandDefinition } from './define-command.js';

export interface CommandRow {
  /** One word, or a group and a word. */
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandDefinition>;
}

/** The first words of commands with two words, and their summaries. */
export const commandGroups: Readonly<Record<string, string>> = {
  openapi: 'write OpenAPI documents and contracts',
};

/** Every command, in the order of the help page; the file of a command is loaded when it is called. */
export const commandTable: readonly CommandRow[] = [
  {
    name: 'serve',
    summary: 'check the service and serve it',
    load: async () => (await import('../commands/serve.js')).serveCommand,
  },
  {
    name: 'routes',
    summary: 'list the routes with version, access and deprecation',
    load: async () => (await import('../commands/routes.js')).routesCommand,
  },
  {
    name: 'check',
    summary: 'report problems in the declarations',
    load: async () => (await import('../commands/check.js')).checkCommand,
  },
  {
    name: 'openapi export',
    summary: 'write the OpenAPI document of a version',
    load: async () => (await import('../commands/openapi-export.js')).openapiExportCommand,
  },
  {
    name: 'openapi lock',
    summary: 'write the contract of each version, or check it',
    load: async () => (await import('../commands/openapi-lock.js')).openapiLockCommand,
  },
  {
    name: 'client',
    summary: 'write a typed client that knows the dates of deprecations',
    load: async () => (await import('../commands/client.js')).clientCommand,
  },
  {
    name: 'docs',
    summary: 'write the page and the timeline as static files',
    load: async () => (await import('../commands/docs.js')).docsCommand,
  },
  {
    name: 'diff',
    summary: 'compare two OpenAPI documents and report what breaks clients',
    load: async () => (await import('../commands/diff.js')).diffCommand,
  },
  {
    name: 'changelog',
    summary: 'write what changed in each version since a release',
    load: async () => (await import('../commands/changelog.js')).changelogCommand,
  },
  {
    name: 'lifecycle',
    summary: 'list what is deprecated, scheduled for removal, or overdue',
    load: async () => (await import('../commands/lifecycle.js')).lifecycleCommand,
  },
  {
    name: 'uses',
    summary: "list what a consumer's code uses of an API",
    load: async () => (await import('../commands/uses.js')).usesCommand,
  },
  {
    name: 'usage',
    summary: 'show who calls each version and operation',
    load: async () => (await import('../commands/usage.js')).usageCommand,
  },
  {
    name: 'retire',
    summary: 'show who still calls a version, or prove it unused',
    load: async () => (await import('../commands/retire.js')).retireCommand,
  },
  {
    name: 'change',
    summary: 'draft the change for what breaks a version',
    load: async () => (await import('../commands/change.js')).changeCommand,
  },
  {
    name: 'change explain',
    summary: 'show what a change does, with examples',
    load: async () => (await import('../commands/change-explain.js')).changeExplainCommand,
  },
  {
    name: 'release',
    summary: 'make a version of what is not released, and freeze its shapes',
    load: async () => (await import('../commands/release.js')).releaseCommand,
  },
  {
    name: 'shapes',
    summary: 'write the schemas of an OpenAPI document as TypeScript',
    load: async () => (await import('../commands/shapes.js')).shapesCommand,
  },
  {
    name: 'laws',
    summary: 'test the changes between versions with generated values',
    load: async () => (await import('../commands/laws.js')).lawsCommand,
  },
  {
    name: 'gate',
    summary: 'check that a change breaks no promise of the API',
    load: async () => (await import('../commands/gate.js')).gateCommand,
  },
  {
    name: 'verify',
    summary: 'check a running service against what was promised',
    load: async () => (await import('../commands/verify.js')).verifyCommand,
  },
  {
    name: 'explain',
    summary: 'show what answers a request, and why',
    load: async () => (await import('../commands/explain.js')).explainCommand,
  },
  {
    name: 'new',
    summary: 'create a versioned service in a new folder',
    load: async () => (await import('../commands/new.js')).newCommand,
  },
];
