import type { Reporter } from './diff-report.js';
import { reportGithub } from './report-github.js';
import { reportHtml } from './report-html.js';
import { reportJson } from './report-json.js';
import { reportJunit } from './report-junit.js';
import { reportMarkdown } from './report-markdown.js';
import { reportPretty } from './report-pretty.js';
import { reportSarif } from './report-sarif.js';

/** The formats of `svc diff`. */
export type ReportFormat = 'pretty' | 'json' | 'markdown' | 'html' | 'github' | 'junit' | 'sarif';

/** Every reporter by the name of its format. */
export const reporters: Readonly<Record<ReportFormat, Reporter>> = Object.freeze({
  pretty: (report) => reportPretty(report),
  json: reportJson,
  markdown: reportMarkdown,
  html: reportHtml,
  github: reportGithub,
  junit: reportJunit,
  sarif: reportSarif,
});
