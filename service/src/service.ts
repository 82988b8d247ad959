import { defineService } from 'svckit';
import { AUTH_HANDLER } from './auth/auth-handler.js';
import { trustedProxies } from './configuration/server-settings.js';
import { mapError } from './map-error.js';
import { prepareService } from './prepare-service.js';
import { ServiceModule } from './service-module.js';
import { tagDescriptions } from './tag-descriptions.js';
import { versions } from './versions.js';
import { webhooks } from './webhooks/events.js';

export default defineService({
  root: ServiceModule,
  prefix: 'api',
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: ['1', '2'], versions, report: true },
  info: {
    title: 'svckit bundled service',
    version: '1.0.0',
    summary: 'Every feature of svckit, with a real database, queue and file store.',
    description:
      'Users, a ledger, files, images, jobs and accounts, served in two versions. Name the version in `X-API-Version`; without it version 1 answers.',
    contact: { name: 'svckit', url: 'https://github.com/svckit/svckit/issues' },
    license: { name: 'MIT', identifier: 'MIT' },
  },
  webhooks,
  documents: { listed: true, tags: tagDescriptions },
  trustProxy: trustedProxies,
  securityHeaders: true,
  mount: [{ path: '/auth', handler: AUTH_HANDLER, document: () => import('./auth/auth-document.js') }],
  mapError,
  // The cache answers with whatever JSON was stored.
  // Lists of users have a limit in version 1 too.
  checks: { 'opaque-answer': 'off', 'list-becomes-partial': 'off' },
  // A cursor is one that a list gave.
  verify: {
    seeds: {
      values: {
        'signUpWithEmailAndPassword.body#/email': ['grace@example.com', 'alan@example.com'],
        'signUpWithEmailAndPassword.body#/image': 'https://example.com/ada.png',
        'updateUser.body#/image': 'https://example.com/ada.png',
        'signInEmail.body#/email': 'grace@example.com',
        'changeEmail.body#/newEmail': 'ada.king@example.com',
        'sendVerificationEmail.body#/email': 'grace@example.com',
        'requestPasswordReset.body#/email': 'grace@example.com',
        // Few texts are pictures, the balance has a range, and a cursor continues in the order of its page.
        'ImagesController_describe.body#/base64': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
        'LedgerController_create.body#/amount': [120, -40, 5],
        'LedgerController_transfer.body#/amount': [4, 15],
        'LedgerController_transferSync.body#/amount': [4, 15],
        'LedgerController_page.order': 'desc',
        // An endpoint of webhooks has a version of the API, and a URL that may be reached; this name resolves to nothing (RFC 6761).
        'WebhooksController_create.body#/version': ['1', '2'],
        'WebhooksController_create.body#/url': 'https://receiver.invalid/webhooks',
        'WebhooksController_update.body#/version': ['1', '2'],
        'WebhooksController_update.body#/url': 'https://receiver.invalid/webhooks',
      },
      links: [
        {
          from: 'LedgerController_keyset',
          take: '$response.body#/meta/nextCursor',
          to: 'LedgerController_keyset.cursor',
        },
        { from: 'LedgerController_page', take: '$response.body#/meta/nextCursor', to: 'LedgerController_page.cursor' },
        { from: 'UsersController_list', take: '$response.body#/nextCursor', to: 'UsersController_list.cursor' },
      ],
    },
  },
  prepare: prepareService,
  openUsage: async (environment) => (await import('./usage/open-usage.js')).openUsage(environment),
  openWebhooks: async (environment) => (await import('./webhooks/open-webhooks.js')).openWebhooks(environment),
  commands: async (environment) => ({
    default: (await import('./commands/commands.js')).serviceCommands(environment),
  }),
});
