import { type DraftedChange, draftChanges } from '../../src/cli/change/draft-changes.js';
import type { DraftedWay } from '../../src/cli/change/draft-input.js';
import { brokenBy } from '../../src/cli/change/broken-by.js';
import { judge } from '../../src/cli/change/judge-changes.js';
import { openAgainAndAgain } from '../../src/cli/sources/open-api.js';
import { openService } from '../../src/cli/sources/open-service.js';
import { captureIo } from '../../src/cli/testing/capture-io.js';
import { hiddenIn, takenIn } from '../../src/cli/change/draftable.js';
import { type ServedHandler, servedHandlers } from '../../src/cli/questions/served-handlers.js';
import { findClasses } from '../../src/release/find-classes.js';
import { readSources } from '../../src/cli/sources/read-sources.js';
import type { Route } from '../../src/routing/table/route.js';
import { findDifference } from './behaviour.js';
import { handlerThen } from './handler-then.js';
import { exported, forget, type Forgotten, type Home, startAt } from './home.js';

/** What became of a change that was forgotten. */
export interface Outcome {
  readonly home: string;
  readonly version: string;
  readonly title: string;
  /**
   * `equal`: a way that is listed does the same; `other`: the complete ways do something else; `open`: each leaves a question; `none`: no way is
   * known; `silent`: forgetting it breaks nobody.
   */
  readonly result: 'equal' | 'other' | 'open' | 'none' | 'silent';
  /** Whether every part of it was called certain. */
  readonly isCertain: boolean;
  /** How many parts of it were called certain. */
  readonly certain: number;
  /** What certain ways do differently, where nothing else acts; null where they do the same, or none is certain. */
  readonly wrong: string | null;
  readonly drafts: readonly DraftedChange[];
  readonly why: string;
  /** The sources that differ from those that are written. */
  readonly texts: Readonly<Record<string, string>>;
  /** Modules with each way, for the type checker. */
  readonly modules: readonly { readonly file: string; readonly text: string; readonly handler: string | null }[];
}

const now = new Date('2026-11-21T12:00:00Z');
const mostTrials = 40;
const use = { command: 'svc change', instead: '' };

/** Forgets each change of a service that is wanted, and asks for it again. */
export async function regenerate(
  home: Home,
  { numRuns, isWanted = () => true }: { readonly numRuns: number; readonly isWanted?: (title: string) => boolean },
): Promise<readonly Outcome[]> {
  const { io } = captureIo({ cwd: home.cwd });
  const open = (texts: Home['texts']) => openService({ entry: home.entry, texts }, use, io);
  const whole = await open(home.texts);
  const sources = exported(new Map([...readSources(whole.inputs), ...Object.entries(home.texts)]));
  const versioning = whole.definition.versioning;
  const list = (versioning && versioning.versions?.list) || [];
  const outcomes: Outcome[] = [];
  for (const [index, { version, changes }] of list.entries()) {
    const wanted = changes.filter(({ title }) => isWanted(title));
    if (wanted.length === 0 || index === 0) continue;
    const older = list[index - 1]!.version;
    const base = {
      ...Object.fromEntries(sources),
      ...startAt(
        list.slice(0, index).map((one) => one.version),
        sources,
      ),
    };
    const original = await open(base);
    const [promised, live] = (await original.locks()).slice(index - 1);
    for (const { title } of wanted) {
      const forgotten = forget(title, version, new Map([...sources, ...Object.entries(base)]));
      const texts = { ...base, ...forgotten.texts };
      const { api, reopen } = await openAgainAndAgain({ entry: home.entry, texts }, io);
      const service = api.service!;
      const current = (await service.locks())[index - 1]!;
      const handlers = servedHandlers(service, older, version);
      const drafts = draftChanges({
        findings: brokenBy(promised!, { locks: [current] }, now),
        promised: promised!,
        current,
        live: live!,
        constants: forgotten.constants,
        next: forgotten.module,
        hidden: hiddenIn(service),
        taken: takenIn(service),
        handlers,
        classes: findClasses(sources),
      });
      const trials = {
        promised: promised!,
        next: forgotten.module,
        reopen,
        now,
        choose: new Map(),
      };
      const judged = await judge(drafts, trials, io);
      const touches = ({ changes: made, version: of }: Route) =>
        of === older && made.some((one) => one.version === version && one.title === title);
      const compare: Compare = async (ways, sure) => {
        const { module } = forgotten;
        const written = ways.length === 0 ? {} : { [module.file]: module.add(ways) };
        try {
          const again = await open({ ...texts, ...written });
          await again.locks();
          const others = new Set(ways.filter((way) => !sure?.includes(way)).map((way) => way.title));
          const titles = new Set(sure?.map((way) => way.title));
          const isSure = ({ changes: made }: Route) =>
            made.some((one) => titles.has(one.title)) && !made.some((one) => others.has(one.title));
          return findDifference(original, again, touches, numRuns, sure && isSure);
        } catch (error) {
          return String(error);
        }
      };
      outcomes.push({
        home: home.name,
        version,
        title,
        drafts,
        texts: base,
        modules: modulesOf(forgotten, drafts, (way, file) => {
          const served = version === list.at(-1)!.version ? undefined : handlers.find((one) => isOf(one, way));
          return served ? handlerThen(served, live!, forgotten.constants, file) : null;
        }),
        ...(await judgeOutcome(drafts, judged, compare)),
      });
    }
  }
  return outcomes;
}

type Judged = Awaited<ReturnType<typeof judge>>;

/** What differs with some ways; where some of them are sure, only of the operations on which no other one acts. */
type Compare = (ways: readonly DraftedWay[], sure?: readonly DraftedWay[]) => Promise<string | null>;

async function judgeOutcome(
  drafts: readonly DraftedChange[],
  judged: Judged,
  compare: Compare,
): Promise<Pick<Outcome, 'result' | 'isCertain' | 'certain' | 'wrong' | 'why'>> {
  const none = { isCertain: false, certain: 0, wrong: null };
  if (drafts.length === 0) return { ...none, result: 'silent', why: (await compare([])) ?? 'does the same' };
  const sure = judged.flatMap(({ state, way }) => (state === 'certain' ? [way!] : []));
  const isCertain = sure.length === judged.length;
  const ways = judged.flatMap(({ way, ways: [likeliest] }) => way ?? likeliest ?? []);
  // What has no way acts on operations that nobody knows.
  const isKnown = sure.length > 0 && ways.length === judged.length;
  const wrong = isKnown ? await compare(ways, sure) : null;
  const found = { isCertain, certain: sure.length, wrong };
  if (isCertain) {
    const all = await compare(ways);
    return { ...found, result: all === null ? 'equal' : 'other', why: all ?? '' };
  }
  const complete = drafts.map(({ ways }) => ways.filter((one) => one.isComplete));
  const without = drafts.find((_, index) => complete[index]!.length === 0);
  if (without)
    return {
      result: without.ways.length === 0 ? 'none' : 'open',
      ...found,
      why: without.reason ?? without.ways[0]!.title,
    };
  let why = '';
  for (const trial of trialsOf(complete).slice(0, mostTrials)) {
    const difference = await compare(trial);
    if (difference === null) return { ...found, result: 'equal', why: '' };
    why ||= difference;
  }
  return { ...found, result: 'other', why };
}

/** One way for each draft: the first of each, the second, …, and then every mixture. */
function trialsOf(ways: readonly (readonly DraftedWay[])[]): readonly (readonly DraftedWay[])[] {
  const longest = Math.max(...ways.map(({ length }) => length));
  const alike = Array.from({ length: longest }, (_, index) => ways.map((some) => some[index] ?? some.at(-1)!));
  const mixed = ways.reduce<readonly (readonly DraftedWay[])[]>(
    (lists, some) => lists.flatMap((list) => some.map((way) => [...list, way])).slice(0, 4 * mostTrials),
    [[]],
  );
  return ways.length > 1 ? [...alike, ...mixed] : mixed;
}

/** Whether a way converts an operation of a handler. */
const isOf = ({ controller, handler }: ServedHandler, { code }: DraftedWay) =>
  code.includes(`operation(() => ${controller}, '${handler}', {`);

/** The module with each way on its own: all of them compile. `handlerOf` is the module of the class that a way names, where it was another one. */
function modulesOf(
  { module }: Forgotten,
  drafts: readonly DraftedChange[],
  handlerOf: (way: DraftedWay, file: string) => string | null,
): Outcome['modules'] {
  return drafts.flatMap(({ ways }) =>
    ways.map((way) => {
      const text = module.add([way]);
      const handler = handlerOf(way, module.file);
      return { file: module.file, text, handler };
    }),
  );
}
