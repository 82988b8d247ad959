import type { CommandRow } from './define-command.js';

/** The first words of commands with two words, and their summaries. */
export const commandGroups: Readonly<Record<string, string>> = {
  openapi: 'write OpenAPI documents and contracts',
};

/** Every command, in the order of the help page; the file of a command is loaded when it is called. */
export const commandTable: readonly CommandRow[] = [
  {
    name: 'new',
    job: 'Build',
    summary: 'create a versioned service in a new folder',
    load: async () => (await import('../commands/new.js')).newCommand,
  },
  {
    name: 'init',
    job: 'Build',
    summary: 'set up svc for an API that exists: config, locks and CI',
    load: async () => (await import('../commands/init.js')).initCommand,
  },
  {
    name: 'serve',
    job: 'Build',
    summary: 'check the service and serve it',
    load: async () => (await import('../commands/serve.js')).serveCommand,
  },
  {
    name: 'routes',
    job: 'Build',
    summary: 'list the routes with version, access and deprecation',
    load: async () => (await import('../commands/routes.js')).routesCommand,
  },
  {
    name: 'check',
    job: 'Build',
    summary: 'report problems in the declarations',
    load: async () => (await import('../commands/check.js')).checkCommand,
  },
  {
    name: 'explain',
    job: 'Build',
    summary: 'show what answers a request, and why',
    load: async () => (await import('../commands/explain.js')).explainCommand,
  },
  {
    name: 'shapes',
    job: 'Build',
    summary: 'write the schemas of an OpenAPI document as TypeScript',
    load: async () => (await import('../commands/shapes.js')).shapesCommand,
  },
  {
    name: 'change',
    job: 'Build',
    summary: 'draft the change for what breaks a version',
    load: async () => (await import('../commands/change.js')).changeCommand,
  },
  {
    name: 'change explain',
    job: 'Build',
    summary: 'show what a change does, with examples',
    load: async () => (await import('../commands/change-explain.js')).changeExplainCommand,
  },
  {
    name: 'release',
    job: 'Build',
    summary: 'make a version of what is not released, and freeze its shapes',
    load: async () => (await import('../commands/release.js')).releaseCommand,
  },
  {
    name: 'openapi export',
    job: 'Promise',
    summary: 'write the OpenAPI document of a version',
    load: async () => (await import('../commands/openapi-export.js')).openapiExportCommand,
  },
  {
    name: 'openapi lock',
    job: 'Promise',
    summary: 'write the contract of each version, or check it',
    load: async () => (await import('../commands/openapi-lock.js')).openapiLockCommand,
  },
  {
    name: 'docs',
    job: 'Promise',
    summary: 'write the page and the timeline as static files',
    load: async () => (await import('../commands/docs.js')).docsCommand,
  },
  {
    name: 'diff',
    job: 'Promise',
    summary: 'compare two OpenAPI documents and report what breaks clients',
    load: async () => (await import('../commands/diff.js')).diffCommand,
  },
  {
    name: 'laws',
    job: 'Promise',
    summary: 'test the changes between versions with generated values',
    load: async () => (await import('../commands/laws.js')).lawsCommand,
  },
  {
    name: 'gate',
    job: 'Promise',
    summary: 'check that a change breaks no promise of the API',
    load: async () => (await import('../commands/gate.js')).gateCommand,
  },
  {
    name: 'verify',
    job: 'Promise',
    summary: 'check a running service against what was promised',
    load: async () => (await import('../commands/verify.js')).verifyCommand,
  },
  {
    name: 'changelog',
    job: 'Promise',
    summary: 'write what changed in each version since a release',
    load: async () => (await import('../commands/changelog.js')).changelogCommand,
  },
  {
    name: 'lifecycle',
    job: 'Retire',
    summary: 'list what is deprecated, scheduled for removal, or overdue',
    load: async () => (await import('../commands/lifecycle.js')).lifecycleCommand,
  },
  {
    name: 'usage',
    job: 'Retire',
    summary: 'show who calls each version and operation',
    load: async () => (await import('../commands/usage.js')).usageCommand,
  },
  {
    name: 'webhooks',
    job: 'Retire',
    summary: 'show endpoints by version and failing deliveries',
    load: async () => (await import('../commands/webhooks.js')).webhooksCommand,
  },
  {
    name: 'retire',
    job: 'Retire',
    summary: 'show who still calls a version, or prove it unused',
    load: async () => (await import('../commands/retire.js')).retireCommand,
  },
  {
    name: 'client',
    job: 'Consume',
    summary: 'write a typed client that knows the dates of deprecations',
    load: async () => (await import('../commands/client.js')).clientCommand,
  },
  {
    name: 'uses',
    job: 'Consume',
    summary: "list what a consumer's code uses of an API",
    load: async () => (await import('../commands/uses.js')).usesCommand,
  },
  {
    name: 'upgrade',
    job: 'Consume',
    summary: "move a consumer's code to another version",
    load: async () => (await import('../commands/upgrade.js')).upgradeCommand,
  },
  {
    name: 'doctor',
    job: 'Shell',
    summary: 'say why svc does not work here, with the fix',
    load: async () => (await import('../commands/doctor.js')).doctorCommand,
  },
  {
    name: 'completion',
    job: 'Shell',
    summary: 'print what completes commands and options in bash, zsh or fish',
    load: async () => (await import('../commands/completion.js')).completionCommandOf(commandTable, commandGroups),
  },
];
