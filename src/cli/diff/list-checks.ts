import type { SeverityId } from '../../diff/severity-id.js';
import { type Check, type CheckId, checks } from '../../diff/checks/checks.js';
import { writeJson } from '../../json/json.js';
import type { Level } from '../../report/level.js';
import { usageError } from '../command-failure.js';

function isListFormat(format: string): format is keyof typeof checkListFormats {
  return format in checkListFormats;
}

interface ListedCheck extends Pick<Check, 'level' | 'file'> {
  readonly id: string;
}

/** What `svc diff --list --format` offers. */
const checkListFormats = {
  pretty: (listed) => {
    const files = [...new Set(listed.map(({ file }) => file))];
    const blocks = files.map((file) => {
      const own = listed.filter((check) => check.file === file);
      return `${file}\n${own.map(({ id, level }) => `  ${level.padEnd(7)}  ${id}\n`).join('')}`;
    });
    return `${blocks.join('\n')}\n${listed.length} checks in ${files.length} files\n`;
  },
  json: (listed) => writeJson({ version: 1, checks: listed.map(({ id, level, file }) => ({ id, level, file })) }),
} satisfies Record<string, (listed: readonly ListedCheck[]) => string>;

/** Every check with its level and the file that owns it. Throws for a format that lists do not have. */
export function listChecks(severity: ReadonlyMap<SeverityId, Level> | undefined, format: string): string {
  if (!isListFormat(format))
    throw usageError(
      `--list does not support --format ${format}. Available: ${Object.keys(checkListFormats).join(', ')}.`,
    );
  const listed = Object.entries(checks).map(([id, { level, file }]) => ({
    id,
    level: severity?.get(id as CheckId) ?? level,
    file,
  }));
  return checkListFormats[format](listed);
}
