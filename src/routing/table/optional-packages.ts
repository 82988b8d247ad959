import { type BootProblem, problem } from '../../report/boot-problem.js';
import type { ServiceOptions } from './service-options.js';

/** A package that an option needs, which svckit does not bring, and the end of the advice to install it. */
export interface PackageNeed {
  readonly option: keyof ServiceOptions;
  readonly package: string;
  readonly ending?: string;
}

export const packageNeeds = {
  accessLog: { option: 'accessLog', package: 'pino', ending: ', or write accessLog: { logger }.' },
  metrics: { option: 'metrics', package: 'prom-client' },
  telemetry: {
    option: 'telemetry',
    package: '@opentelemetry/api',
    ending: ', and start an OpenTelemetry SDK before the app.',
  },
} as const satisfies Readonly<Record<string, PackageNeed>>;

/** What the options of an app need. A logger of the team's own replaces the access log's package. */
export function neededPackages({ accessLog, metrics, telemetry }: ServiceOptions): readonly PackageNeed[] {
  return [
    ...(accessLog && (accessLog === true || accessLog.logger === undefined) ? [packageNeeds.accessLog] : []),
    ...(metrics ? [packageNeeds.metrics] : []),
    ...(telemetry ? [packageNeeds.telemetry] : []),
  ];
}

export function missingPackage({ option, package: name, ending = '.' }: PackageNeed): BootProblem {
  const message = `The option ${option} needs the package ${name}, which is not installed.`;
  return problem('invalid-option', message, `Run npm install ${name}${ending}`, { option });
}
