import { compareContracts } from '../../contract/compare/compare-contracts.js';
import type { AnswerTo } from '../questions/questions.js';
import { sameJson } from '../../json/json.js';
import type { ShapesLock } from '../../lens/lock/shapes-lock.js';
import { lockTexts } from '../openapi/lock-texts.js';
import { changesLockName } from '../../laws/lock/changes-lock.js';
import { lockName } from '../../contract/lock/contract-lock.js';

type Released = AnswerTo<'release'>;

/** What a release would change that it must not, a sentence each. */
export function verifyRelease(version: string, before: Released, after: Released): readonly string[] {
  if (after.errors.length > 0) return after.errors;
  const versions = before.isDescribed ? before.versions : [];
  const [locksBefore, locksAfter] = [lockTexts(before), lockTexts(after)];
  return [
    ...versions.flatMap((older) => {
      if (onlyWordsChange(older, before, after)) return [];
      const isSame =
        before.documents[older] === after.documents[older] &&
        locksBefore.get(lockName(older)) === locksAfter.get(lockName(older));
      return isSame ? [] : [changedDocument(older, before, after)];
    }),
    ...(before.changes ?? []).flatMap((locked) => {
      const now = after.changes?.find(({ version }) => version === locked.version);
      return JSON.stringify(now) === JSON.stringify(locked)
        ? []
        : [`What ${changesLockName} says about version ${locked.version} would change.`];
    }),
    ...changedShapes(before.shapes, after.shapes).map((shape) => `${shape} would change, which stored values have.`),
    ...after.unreleased.map((route) => `${route} would still be declared for next. Write its version there.`),
    ...(after.live[version] ?? []).map(
      (id) => `cannot-freeze: ${id} would not be frozen. Import it by its name, from the file that declares it.`,
    ),
    ...after.laws,
  ];
}

/** Whether a version differs in words alone, such as the successor of what is deprecated in it. */
export function onlyWordsChange(version: string, before: Released, after: Released): boolean {
  return changeOf(version, before, after)?.kind === 'documentation';
}

function changeOf(version: string, before: Released, after: Released) {
  const lockOf = ({ locks }: Released) => locks.filter((lock) => lock.version === version);
  return compareContracts(lockOf(before), lockOf(after), { asOf: '1970-01-01' })[0];
}

/** What happens to a version where something is written for whichever one is the newest. */
function changedDocument(version: string, before: Released, after: Released): string {
  const messages = new Set(
    changeOf(version, before, after)?.findings.flatMap(({ level, message }) => (level === 'info' ? [] : message)),
  );
  const shown = [...messages].slice(0, mostMessages);
  const more = messages.size > shown.length ? ` and ${messages.size - shown.length} more` : '';
  return `The document of version ${version} would change${shown.length === 0 ? '' : `: ${shown.join('; ')}${more}`}. Name a version where the service says versions.newest, such as defaultVersion: '${version}'.`;
}

const mostMessages = 3;

/** The shapes of stored values that a release would change: `Shape 2 of Cart`. */
function changedShapes(before: ShapesLock | null, after: ShapesLock | null): readonly string[] {
  return (before?.lenses ?? []).flatMap(({ name, shapes }) => {
    const now = after?.lenses.find((lens) => lens.name === name)?.shapes ?? [];
    return shapes
      .filter(({ shape, schema }) => !now.some((one) => one.shape === shape && sameJson(one.schema, schema)))
      .map(({ shape }) => `Shape ${shape} of ${name}`);
  });
}
