import type { Formula, Link, Test } from './formula.js';
import type { SchemaClasses } from './same-schemas.js';
import { takeSteps } from './search-steps.js';

export const classOf = (classes: SchemaClasses, { source, target }: Link) => classes.classOf(source, target);

/** The links of a branch by what they speak of. */
export class LinkIndex {
  readonly #classes: SchemaClasses;
  readonly #known = new Set<number>();

  constructor(classes: SchemaClasses, links: Iterable<Link>) {
    this.#classes = classes;
    for (const link of links) this.add(link);
  }

  add(link: Link): void {
    takeSteps();
    this.#known.add(this.#keyOf(link, link.negated));
  }

  /** Whether a link of the other sign speaks of the same schema. */
  hasOppositeOf(link: Link): boolean {
    return this.#known.has(this.#keyOf(link, !link.negated));
  }

  #keyOf(link: Link, negated: boolean): number {
    return classOf(this.#classes, link) * 2 + Number(negated);
  }
}

/** What the tests of a branch say of members by name. */
export class MemberIndex {
  readonly required = new Set<string>();
  readonly named = new Map<string, Formula[]>();

  constructor(tests: readonly Test[]) {
    for (const test of tests) this.add(test);
  }

  add(test: Test): void {
    takeSteps();
    if (test.kind === 'required') this.required.add(test.name);
    if (test.kind !== 'member') return;
    const known = this.named.get(test.name);
    if (known) known.push(test.is);
    else this.named.set(test.name, [test.is]);
  }
}
