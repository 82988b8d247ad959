import type { Awaitable } from '../awaitable.js';
import type { Lens } from '../../lens/known-lens.js';
import type { Severity } from '../../report/boot-problem.js';
import type { Level } from '../../report/level.js';
import type { WebhookStore } from '../../webhooks/store/webhook-store.js';
import type { Class } from '../../wiring/metadata.js';
import type { Injectable } from '../../wiring/token.js';
import type { Command } from 'commander';
import type { ConsumersOptions } from './consumers-options.js';
import type { DocumentInfo } from './document-options.js';
import type { LifecycleStore } from './lifecycle-store.js';
import type { ServiceOptions } from './service-options.js';
import type { UsageStore } from './usage.js';
import type { VerifyOptions } from './verify-options.js';

/** The environment that `svc serve` has before it creates the app. */
export interface ServeEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The file that `--config` names. */
  readonly configFile: string | null;
  /** How many processes serve. */
  readonly workers: number;
}

/** The environment that a command of a service runs in. */
export interface CommandEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /**
   * Resolves with the first request to stop, after the `stop` callback has finished: a signal, or `stop` from the process that started this
   * one. A second signal ends the process at once.
   */
  readonly untilStopped: (stop?: () => Promise<void>) => Promise<'SIGINT' | 'SIGTERM' | 'stop'>;
}

/** One part of a service, such as its database, and what provides it. */
export interface PartDescription {
  readonly part: string;
  readonly kind: 'embedded' | 'configured';
  readonly detail: string;
}

/** Options derived from the environment, and what the startup summary shows. */
export interface PreparedService extends ServiceOptions {
  /** Where the service listens by its settings. */
  readonly address?: { readonly host?: string; readonly port?: number };
  readonly parts?: readonly PartDescription[];
}

/** The kept usage of a service, open for reading. */
export interface OpenedUsage {
  readonly store: Pick<UsageStore, 'read'>;
  /** Where delivered notices are kept, for `svc lifecycle --notices`. */
  readonly lifecycle?: Pick<LifecycleStore, 'undelivered'>;
  /** Called when the command has read what it needs. */
  readonly close?: () => Awaitable<void>;
}

/** The kept webhooks of a service, open for a command. */
export interface OpenedWebhooks {
  readonly store: WebhookStore;
  /** Called when the command is done. */
  readonly close?: () => Awaitable<void>;
}

/** The default export of an export file: the app, and what the offline commands need to know about it. */
export interface ServiceDefinition extends ServiceOptions {
  readonly root: Class;
  /** Which version's document `svc openapi export` writes by default. */
  readonly apiVersion?: string;
  readonly info?: DocumentInfo;
  /** What `prepare` provides besides the modules, such as a settings token: `svc check` counts it as provided. */
  readonly provided?: readonly Injectable[];
  /** Called by `svc serve` before it creates the app; throws when the environment is invalid. */
  readonly prepare?: (environment: ServeEnvironment) => Awaitable<PreparedService>;
  /** Opens where `usage` is kept, for `svc usage`, `svc retire` and `svc lifecycle --notices`, which do not start the service. */
  readonly openUsage?: (environment: ServeEnvironment) => Awaitable<OpenedUsage>;
  /** Opens where webhooks are kept, for `svc webhooks` and `svc retire`, which do not start the service. */
  readonly openWebhooks?: (environment: ServeEnvironment) => Awaitable<OpenedWebhooks>;
  /** Commander commands that `svc` lists and runs beside its own: `() => import('./commands.js')`. */
  readonly commands?: (environment: CommandEnvironment) => Promise<{ readonly default: readonly Command[] }>;
  /** Where `svc verify` finds values that exist. */
  readonly verify?: VerifyOptions;
  /** Who uses the API: `svc gate --consumers` judges by it. */
  readonly consumers?: ConsumersOptions;
  /** The level of what breaks by the letter alone, such as a new member of a closed answer; `info` by default. */
  readonly byTheLetter?: Level;
  /** What reads and writes stored values: `svc` locks, checks and tests their shapes. */
  readonly lenses?: readonly Lens[];
  /** Severity per check rule. */
  readonly checks?: Readonly<Record<string, Severity | 'off'>>;
}
