import type { GateReport } from '../gate-report.js';
import { reportGithub } from './report-github.js';
import { reportJson } from './report-json.js';
import { reportJunit } from './report-junit.js';
import { reportMarkdown } from './report-markdown.js';
import { reportPretty } from './report-pretty.js';
import { reportSarif } from './report-sarif.js';

/** What `svc gate --format` offers. */
export const gateReporters = {
  pretty: (report) => reportPretty(report),
  json: reportJson,
  github: reportGithub,
  markdown: reportMarkdown,
  junit: reportJunit,
  sarif: reportSarif,
} satisfies Record<string, (report: GateReport) => string>;
