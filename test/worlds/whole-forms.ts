import { type Form, type Values, wholeForm } from './form.js';
import type { Choices } from './object-forms.js';
import type { Plan } from './plan.js';

/** Forms of a schema that is no object, and of an object that was a list. */
export const wholeForms: Readonly<Record<string, (plan: Plan, choices: Choices) => Form | null>> = {
  labelled: (plan, choices) => {
    if (plan.kind !== 'text' || plan.rule === 'shout') return null;
    const label = choices.name('label');
    return wholeForm(
      {
        title: `a text was an object with ${label}`,
        older: { kind: 'object', surplus: 'strip', members: { [label]: { ...plan } } },
        keeps: true,
        down: (value) => ({ [label]: value }),
        up: (value) => (value as Values)[label],
      },
      [],
    );
  },
  numbered: (plan) =>
    plan.kind !== 'int'
      ? null
      : wholeForm({
          title: 'a number was a text of digits',
          older: { kind: 'text', rule: 'digits' },
          keeps: false,
          down: (value) => String(Math.abs(value as number) % 1000),
          up: Number,
        }),
  nullable: (plan) =>
    plan.kind !== 'nullable' || plan.of.kind !== 'text' || plan.of.rule === 'digits'
      ? null
      : wholeForm({
          title: 'null was "none"',
          older: { kind: 'text', rule: 'any' },
          keeps: true,
          down: (value) => value ?? 'none',
          up: (value) => (value === 'none' ? null : value),
        }),
  choice: (plan) => {
    if (plan.kind !== 'choice' || plan.values.length < 2) return null;
    const [first, ...rest] = plan.values;
    return wholeForm({
      title: `${first} was unknown`,
      older: { kind: 'choice', values: rest },
      keeps: false,
      down: (value) => (value === first ? rest[0] : value),
      up: (value) => value,
    });
  },
  paged: (plan) => {
    if (plan.kind !== 'object' || Object.keys(plan.members).join() !== 'items,total') return null;
    const items = plan.members.items!;
    if (items.kind !== 'array' || plan.members.total!.kind !== 'int') return null;
    return wholeForm(
      {
        title: 'pages were lists',
        older: items,
        keeps: false,
        down: (value) => (value as Values).items,
        up: (value) => ({ items: value, total: 7 }),
      },
      [],
    );
  },
};
