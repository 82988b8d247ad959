import { writeJson } from '../json/json.js';
import { renderGithub } from './renderers/render-github.js';
import { renderHtml } from './renderers/render-html.js';
import { renderJunit } from './renderers/render-junit.js';
import { renderMarkdown } from './renderers/render-markdown.js';
import { renderPretty, type Terminal } from './renderers/render-pretty.js';
import { renderSarif } from './renderers/render-sarif.js';
import type { Report } from './report.js';

/** Where a report goes. */
export interface Output extends Terminal {
  readonly toolVersion: string;
}

/** Turns a report into the text of one format. */
export type Renderer = (report: Report, output: Output) => string;

/** One way to write a report. */
export interface ReportFormat {
  readonly render: Renderer;
  /** What the paths of files start at; hosts of repositories read them from the top. */
  readonly pathsFrom: 'working directory' | 'repository';
  /** Set where the lines are commands of a CI runner. */
  readonly reader?: 'runner';
}

const here = 'working directory';

/** What `--format` offers in every command that reports. */
export const formats = {
  pretty: { render: renderPretty, pathsFrom: here },
  json: { render: (report) => writeJson(report.json()), pathsFrom: here },
  markdown: { render: renderMarkdown, pathsFrom: here },
  html: { render: renderHtml, pathsFrom: here },
  github: { render: renderGithub, pathsFrom: 'repository', reader: 'runner' },
  junit: { render: renderJunit, pathsFrom: here },
  sarif: { render: renderSarif, pathsFrom: 'repository' },
} satisfies Readonly<Record<string, ReportFormat>>;

/** The name of a format. */
export type Format = keyof typeof formats;
