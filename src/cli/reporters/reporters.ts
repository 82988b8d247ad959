import type { Io } from '../io.js';
import type { CheckReport } from './check-report.js';
import { reportGithub } from './report-github.js';
import { reportJson } from './report-json.js';
import { reportJunit } from './report-junit.js';
import { reportPretty } from './report-pretty.js';
import { reportSarif } from './report-sarif.js';

export type Reporter = (report: CheckReport, io: Pick<Io, 'stdout' | 'env'>) => string;

/** What `svc check --format` offers. */
export const reporters = {
  pretty: reportPretty,
  json: reportJson,
  github: reportGithub,
  sarif: reportSarif,
  junit: reportJunit,
} satisfies Record<string, Reporter>;
