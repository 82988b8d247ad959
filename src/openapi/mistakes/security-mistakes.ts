import { type Json, type JsonObject, listAt, objectAt } from '../../json/json.js';
import type { FoundMistake, MistakeKind, SearchedDocument } from './document-mistake.js';

/** A requirement of a scheme with its scopes, and where it is. */
interface Requirement {
  readonly name: string;
  readonly scopes: readonly Json[];
  readonly tokens: readonly string[];
}

function listRequirements({ document, allOperations }: SearchedDocument): readonly Requirement[] {
  const holders = [{ node: document.root, tokens: [] as readonly string[] }, ...allOperations];
  return holders.flatMap(({ node, tokens }) =>
    listAt(node['security']).flatMap((written, index) =>
      Object.entries(objectAt(written)).map(([name, scopes]) => ({
        name,
        scopes: listAt(scopes),
        tokens: [...tokens, 'security', String(index), name],
      })),
    ),
  );
}

const schemesOf = ({ document }: SearchedDocument): JsonObject =>
  objectAt(objectAt(document.root['components'])['securitySchemes']);

/** A requirement may name a scheme by its URI (OpenAPI 3.2). */
const isUri = (name: string): boolean => /[/#:]/.test(name);

const unknownScheme: MistakeKind = {
  id: 'security-scheme-unknown',
  summary: 'A security requirement names a security scheme of the document.',
  find: (searched) => {
    const schemes = schemesOf(searched);
    return listRequirements(searched)
      .filter(({ name }) => !Object.hasOwn(schemes, name) && !isUri(name))
      .map(({ name, tokens }) => ({
        message: `The security scheme "${name}" is required, and components.securitySchemes has none of that name.`,
        fix: `Declare it there, or name one of these: ${Object.keys(schemes).join(', ') || 'none is declared'}.`,
        tokens,
      }));
  },
};

const unknownScope: MistakeKind = {
  id: 'security-scope-unknown',
  summary: 'A required scope is one that a flow of its OAuth scheme has.',
  find: (searched) => {
    const schemes = schemesOf(searched);
    return listRequirements(searched).flatMap(({ name, scopes, tokens }): readonly FoundMistake[] => {
      const scheme = searched.document.resolve(Object.hasOwn(schemes, name) ? schemes[name] : undefined);
      if (scheme['type'] !== 'oauth2') return [];
      const known = new Set(
        Object.values(objectAt(scheme['flows'])).flatMap((flow) => Object.keys(objectAt(objectAt(flow)['scopes']))),
      );
      return scopes.flatMap((scope, index) =>
        known.has(String(scope))
          ? []
          : [
              {
                message: `The scope "${String(scope)}" of ${name} is required, and no flow of ${name} has it.`,
                fix: 'Add it to the scopes of the flow that grants it.',
                tokens: [...tokens, String(index)],
              },
            ],
      );
    });
  },
};

export const securityMistakes: readonly MistakeKind[] = [unknownScheme, unknownScope];
