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

/** What `--format` offers in every command that reports. */
export const formats = {
  pretty: renderPretty,
  json: (report) => writeJson(report.json()),
  markdown: renderMarkdown,
  html: renderHtml,
  github: renderGithub,
  junit: renderJunit,
  sarif: renderSarif,
} satisfies Readonly<Record<string, Renderer>>;

/** The name of a format. */
export type Format = keyof typeof formats;
