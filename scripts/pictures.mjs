#!/usr/bin/env node
// Draws the pictures of the guide: npm run pictures. With --check it compares the drawings with docs/pictures and writes nothing; the screenshot of
// the page needs Chromium and is taken only without it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drawRequest } from './pictures/request.mjs';
import { drawVersions } from './pictures/versions.mjs';
import { recordGate } from './pictures/record-gate.mjs';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const folder = new URL('../docs/pictures/', import.meta.url);
const drawings = { 'versions.svg': drawVersions(), 'request.svg': drawRequest(), 'gate.svg': await recordGate() };

if (values.check) {
  const isCurrent = ([name, text]) => {
    const file = new URL(name, folder);
    return existsSync(file) && readFileSync(file, 'utf8') === text;
  };
  const stale = Object.entries(drawings).flatMap((one) => (isCurrent(one) ? [] : [one[0]]));
  if (stale.length > 0) {
    process.stderr.write(`docs/pictures: ${stale.join(', ')} is not what the code does now. Run npm run pictures.\n`);
    process.exitCode = 1;
  }
} else {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(drawings)) writeFileSync(new URL(name, folder), text);
  const { takeScreenshot } = await import('./pictures/take-screenshot.mjs');
  await takeScreenshot(fileURLToPath(new URL('page.png', folder)));
  process.stderr.write(`Wrote ${[...Object.keys(drawings), 'page.png'].join(', ')} to docs/pictures.\n`);
}
