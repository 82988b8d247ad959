import { groupBy } from '../../text/group-by.js';
import { joinWords } from '../../text/join-words.js';
import { objectAt } from '../../json/json.js';
import { shapeOf } from '../operations/align-operations.js';
import { type MistakeKind, nameOf, quote } from './document-mistake.js';

const namesIn = (path: string): readonly string[] => [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]!);

const unknownParameter: MistakeKind = {
  id: 'path-parameter-not-in-path',
  summary: 'A path parameter is in the path.',
  find: ({ operations }) =>
    operations.flatMap((operation) =>
      operation.parameters
        .filter(({ carrier, name }) => carrier === 'path' && !namesIn(operation.path).includes(name))
        .map(({ name, tokens }) => ({
          message: `${nameOf(operation)} has the path parameter "${name}", and its path has no {${name}}.`,
          fix: `Write {${name}} in the path, or remove the parameter.`,
          tokens,
        })),
    ),
};

const undeclaredParameter: MistakeKind = {
  id: 'path-parameter-undeclared',
  summary: 'What a path has in braces is a path parameter.',
  find: ({ operations }) =>
    operations.flatMap((operation) => {
      const declared = operation.parameters.filter(({ carrier }) => carrier === 'path').map(({ name }) => name);
      return namesIn(operation.path)
        .filter((name) => !declared.includes(name))
        .map((name) => ({
          message: `${nameOf(operation)} does not declare its path parameter "${name}".`,
          fix: `Add { name: ${name}, in: path, required: true, schema: { type: string } } to its parameters.`,
          tokens: operation.tokens,
        }));
    }),
};

const renamedParameter: MistakeKind = {
  id: 'path-parameter-renamed',
  summary: 'Paths have one name for a parameter at one place.',
  find: ({ document }) => {
    const known = new Map<string, { readonly name: string; readonly path: string }>();
    return Object.keys(objectAt(document.root['paths'])).flatMap((path) =>
      [...path.matchAll(/\{([^}]*)\}/g)].flatMap(({ 1: name = '', index }) => {
        const place = shapeOf(path.slice(0, index));
        const first = known.get(place);
        if (!first) known.set(place, { name, path });
        if (!first || first.name === name) return [];
        return [
          {
            message: `${path} has the parameter "${name}" where ${first.path} has "${first.name}".`,
            fix: 'Use one name for what stands at one place.',
            tokens: ['paths', path],
          },
        ];
      }),
    );
  },
};

const sameRequests: MistakeKind = {
  id: 'paths-of-same-requests',
  summary: 'No request is one of two operations.',
  find: ({ operations }) =>
    [...groupBy(operations, ({ method, path }) => `${method} ${shapeOf(path)}`).values()].flatMap(
      ([first, ...others]) =>
        others.map((operation) => ({
          message: `${nameOf(operation)} and ${nameOf(first!)} match the same requests.`,
          fix: 'Remove one of them, or make their paths different.',
          tokens: operation.tokens,
        })),
    ),
};

const wrongPath: MistakeKind = {
  id: 'path-not-a-path',
  summary: 'A path begins with a slash and has no query.',
  find: ({ document }) =>
    Object.keys(objectAt(document.root['paths']))
      .filter((path) => !path.startsWith('x-'))
      .flatMap((path) => {
        const faults = [
          ...(path.startsWith('/') ? [] : ['no slash at its start']),
          ...(/[?#]/.test(path) ? ['a query'] : []),
        ];
        if (faults.length === 0) return [];
        return [
          {
            message: `The path ${quote(path)} has ${joinWords(faults)}.`,
            fix: 'Write it as /books/{id}, and what follows a question mark as parameters.',
            tokens: ['paths', path],
          },
        ];
      }),
};

export const pathMistakes: readonly MistakeKind[] = [
  unknownParameter,
  undeclaredParameter,
  renamedParameter,
  sameRequests,
  wrongPath,
];
