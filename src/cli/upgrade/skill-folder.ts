import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { StopPoint } from '../../client/upgrade/stop.js';
import { type SkillFacts, type SkillStop, skillMark, writeSkill } from '../../contract/upgrades/write-skill.js';
import { usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { writeFileAtomically } from '../write-file-atomically.js';

/** Writes a skill into a folder, and removes references that it wrote for changes that are gone. Throws for files of somebody else. */
export function writeSkillFolder(name: string, facts: SkillFacts, { cwd }: Pick<Io, 'cwd'>): readonly string[] {
  const files = writeSkill(facts);
  const path = (file: string) => resolve(cwd, name, file);
  const foreign = [...files.keys()].find((file) => existsSync(path(file)) && !isOwn(path(file)));
  if (foreign !== undefined)
    throw usageError(`${join(name, foreign)} was not written by svc upgrade --skill. Name another folder.`);
  for (const [file, text] of files) writeFileAtomically(path(file), text, join(name, file));
  const references = existsSync(path('references')) ? readdirSync(path('references')) : [];
  for (const file of references.map((one) => `references/${one}`))
    if (!files.has(file) && file.endsWith('.md') && isOwn(path(file))) rmSync(path(file));
  return [...files.keys()];
}

const isOwn = (file: string) => readFileSync(file, 'utf8').trimEnd().endsWith(skillMark);

/** A stop point as a skill lists it. */
export function skillStop({ file, line, code, reasons, refusals }: StopPoint, { cwd }: Pick<Io, 'cwd'>): SkillStop {
  const said = refusals.filter((text) => !reasons.some(({ message }) => message.endsWith(text)));
  return {
    place: `${relative(cwd, file).split(sep).join('/')}:${line}`,
    code,
    messages: [...reasons.map(({ message, fix }) => `${message} ${fix}`), ...said],
    changes: [...new Set(reasons.flatMap(({ changes }) => changes.map(({ id }) => id)))],
  };
}
