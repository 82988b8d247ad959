import { findLines } from '../../json/find-lines.js';
import { type BootProblem, problem, type Severity, type Source } from '../../report/boot-problem.js';
import type { ListedRoute } from '../../routing/table/route.js';
import type { VersioningOptions } from '../../routing/versioning/versioning.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import { deprecatedWithoutSunset } from '../../export/rules/deprecated-without-sunset.js';
import type { RuleSummary } from '../../export/rules/rule.js';
import { sunsetPassed } from '../../export/rules/sunset-passed.js';
import type { Json, JsonObject } from '../../json/json.js';
import { readLifecycle } from '../../openapi/lifecycle-marks.js';
import { type BundledFile, listObjects, tokensTo } from '../../openapi/references/resource-index.js';
import { type ReadDocument, sourceIn } from './document-places.js';

interface CheckedDocuments {
  readonly documents: readonly ReadDocument[];
  readonly routes: readonly ListedRoute[];
  readonly versioning: VersioningOptions | undefined;
  readonly asOf: Date;
}

interface DocumentRule extends RuleSummary {
  readonly id: string;
}

const severities = {
  'invalid-date': 'error',
  'sunset-before-deprecation': 'error',
  'sunset-without-deprecation': 'warning',
} as const satisfies Record<string, Severity>;

const summaries: Readonly<Record<keyof typeof severities, string>> = {
  'invalid-date': 'x-sunset and x-deprecated-since are dates.',
  'sunset-before-deprecation': 'x-sunset is not before x-deprecated-since.',
  'sunset-without-deprecation': 'x-sunset comes with deprecated: true.',
};

/** The rules for documents that services do not need; the dates of operations follow the rules of `svc check`. */
export const documentRules: readonly DocumentRule[] = Object.entries(summaries).map(([id, summary]) => ({
  id,
  severity: severities[id as keyof typeof severities],
  summary,
}));

/** Rules that services have too. */
const routeRules = [sunsetPassed, deprecatedWithoutSunset];

/** What is wrong with the dates in documents, by file and line. */
export function checkDocuments(checked: CheckedDocuments): readonly BootProblem[] {
  const ofRoutes = routeRules.flatMap((rule) =>
    rule.find(checked).map((one) => Object.freeze({ ...one, severity: rule.severity })),
  );
  return Object.freeze(withoutRepeats([...checked.documents.flatMap(checkDates), ...ofRoutes].toSorted(inOrder)));
}

interface Fault {
  readonly id: keyof typeof severities;
  readonly message: string;
  readonly fix: string;
  /** From the top of the file. */
  readonly tokens: readonly string[];
}

function checkDates(document: ReadDocument): readonly BootProblem[] {
  return document.bundle.files.flatMap((file) => {
    const faults = faultsIn(file);
    const lines =
      faults.length === 0
        ? []
        : findLines(
            file.text,
            faults.map(({ tokens }) => tokens),
          );
    return faults.map(({ id, message, fix }, index) =>
      problem(id, message, fix, {
        severity: severities[id],
        source: sourceIn(document, file, lines[index] ?? null),
        apiVersion: document.version,
      }),
    );
  });
}

function faultsIn(file: BundledFile): readonly Fault[] {
  if (!/x-sunset|x-deprecated-since/.test(file.text)) return [];
  const top = { file, path: null, node: file.value, base: file.address };
  return [...listObjects(top, new Set())].flatMap(({ node, path }) => faultsOf(node, tokensTo(path)));
}

/** What is wrong with the dates of one object, which stands at some tokens of its file. */
function faultsOf(node: JsonObject, tokens: readonly string[]): readonly Fault[] {
  const names = ['x-deprecated-since', 'x-sunset'];
  const invalid = names.filter((name) => node[name] !== undefined && !isDate(node[name]));
  if (invalid.length > 0)
    return invalid.map((name) => ({
      id: 'invalid-date',
      message: `${name} is ${JSON.stringify(node[name])}, which is not a date.`,
      fix: `Write YYYY-MM-DD, such as ${name}: '2027-03-01'.`,
      tokens: [...tokens, name],
    }));
  const { deprecated, since, sunset } = readLifecycle(node);
  if (!sunset) return [];
  const at = { tokens: [...tokens, 'x-sunset'] };
  if (!deprecated)
    return [
      {
        id: 'sunset-without-deprecation',
        message: `x-sunset is ${sunset.text}, but deprecated: true is missing.`,
        fix: 'Add deprecated: true beside it, or remove it.',
        ...at,
      },
    ];
  if (!since || since.day! <= sunset.day!) return [];
  return [
    {
      id: 'sunset-before-deprecation',
      message: `x-sunset is ${sunset.text}, before x-deprecated-since, ${since.text}.`,
      fix: 'Swap them, or move the sunset.',
      ...at,
    },
  ];
}

const isDate = (written: Json | undefined) => readLifecycle({ 'x-sunset': written }).sunset?.day != null;

function inOrder(a: BootProblem, b: BootProblem): number {
  const place = ({ source }: BootProblem): Source => source ?? { file: '', line: 0 };
  return (
    codeUnitOrder(place(a).file, place(b).file) ||
    place(a).line - place(b).line ||
    codeUnitOrder(a.id, b.id) ||
    codeUnitOrder(a.message, b.message)
  );
}

/** Documents of several versions may share files. */
function withoutRepeats(sorted: readonly BootProblem[]): readonly BootProblem[] {
  const keyOf = ({ id, message, source }: BootProblem) => JSON.stringify([id, message, source]);
  return [...new Map(sorted.map((one) => [keyOf(one), one])).values()];
}
