import type { CommandDefinition } from './define-command.js';

export interface CommandRow {
  /** One word, or a group and a word. */
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandDefinition>;
}

/** Words that group commands. */
export const commandGroups: Readonly<Record<string, string>> = {
  openapi: 'write OpenAPI documents',
};

/** Every command, in the order of the help page; a command's file is loaded when it is called. */
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
    summary: 'find what is wrong with the declarations',
    load: async () => (await import('../commands/check.js')).checkCommand,
  },
  {
    name: 'openapi export',
    summary: 'write the OpenAPI document of a version',
    load: async () => (await import('../commands/openapi-export.js')).openapiExportCommand,
  },
  {
    name: 'openapi lock',
    summary: 'write what each version promises, or check that it still does',
    load: async () => (await import('../commands/openapi-lock.js')).openapiLockCommand,
  },
  {
    name: 'diff',
    summary: 'compare two documents, and say what breaks clients',
    load: async () => (await import('../commands/diff.js')).diffCommand,
  },
  {
    name: 'changelog',
    summary: 'write what each version changed since a release',
    load: async () => (await import('../commands/changelog.js')).changelogCommand,
  },
  {
    name: 'lifecycle',
    summary: 'list what is deprecated, on its way out or overdue',
    load: async () => (await import('../commands/lifecycle.js')).lifecycleCommand,
  },
  {
    name: 'gate',
    summary: 'say whether a change keeps every promise of the API',
    load: async () => (await import('../commands/gate.js')).gateCommand,
  },
  {
    name: 'explain',
    summary: 'say who answers a request, and why',
    load: async () => (await import('../commands/explain.js')).explainCommand,
  },
  {
    name: 'new',
    summary: 'start a versioned service in a new folder',
    load: async () => (await import('../commands/new.js')).newCommand,
  },
];
