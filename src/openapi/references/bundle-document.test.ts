import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.js';
import { readYaml } from '../../json/read-yaml.js';
import { bundleDocument } from './bundle-document.js';
import { UnreadableFile } from './source-file.js';

const folder = 'file:///api/';

/** Bundles the first of some YAML files, by their paths. */
function bundle(texts: Readonly<Record<string, string>>) {
  const open = (name: string) => ({ name, text: texts[name]!, value: readYaml(texts[name]!).value as Json });
  const [first] = Object.keys(texts);
  return bundleDocument(open(first!), new URL(first!, folder), async ({ href }) => {
    const name = href.slice(folder.length);
    if (!(name in texts)) throw new UnreadableFile(`${name} does not exist`);
    return open(name);
  });
}

const api = (schema: string, version = '3.1.0') =>
  `openapi: ${version}\npaths: {}\ncomponents:\n  schemas:\n    Pet: ${schema}\n`;
const failure = async (texts: Readonly<Record<string, string>>) =>
  bundle(texts).then(
    () => 'no failure',
    (error: Error) => error.message,
  );

describe('bundleDocument', () => {
  it('leaves a document alone whose references point into it', async () => {
    const text = api("{ properties: { next: { $ref: '#/components/schemas/Pet' } } }");
    const { document, files } = await bundle({ 'api.yaml': text });
    expect(document).toEqual(readYaml(text).value);
    expect(files).toHaveLength(1);
  });

  it('takes in files, and the files that these refer to, relative to where they are', async () => {
    const { document, files } = await bundle({
      'v1/api.yaml': api("{ $ref: '../shared/pets.yaml#/Pet' }"),
      'shared/pets.yaml': 'Pet: { properties: { owner: { $ref: people/owner.json }, next: { $ref: "#/Pet" } } }\n',
      'shared/people/owner.json': '{"properties": {"pet": {"$ref": "../../v1/api.yaml#/components/schemas/Pet"}}}',
    });
    expect(document).toMatchObject({
      components: { schemas: { Pet: { $ref: '#/x-svc-files/..~1shared~1pets.yaml/Pet' } } },
      'x-svc-files': {
        '../shared/pets.yaml': {
          Pet: {
            properties: {
              owner: { $ref: '#/x-svc-files/..~1shared~1people~1owner.json' },
              next: { $ref: '#/x-svc-files/..~1shared~1pets.yaml/Pet' },
            },
          },
        },
        '../shared/people/owner.json': { properties: { pet: { $ref: '#/components/schemas/Pet' } } },
      },
    });
    expect(files.map(({ name }) => name)).toEqual(['v1/api.yaml', 'shared/pets.yaml', 'shared/people/owner.json']);
  });

  it('finds anchors and identities, in the document and in files', async () => {
    const { document } = await bundle({
      'api.yaml': api(
        "{ $id: https://pets.example/schemas/pet.json, $anchor: pet, properties: { a: { $ref: '#pet' }, b: { $ref: owner.json }, c: { $ref: https://pets.example/schemas/pet.json }, d: { $ref: '#/properties/a' } }, $defs: { Owner: { $id: owner.json } } }",
      ),
    });
    const pet = '#/components/schemas/Pet';
    expect(document['components']).toEqual({
      schemas: {
        Pet: {
          $anchor: 'pet',
          properties: {
            a: { $ref: pet },
            b: { $ref: `${pet}/$defs/Owner` },
            c: { $ref: pet },
            d: { $ref: `${pet}/properties/a` },
          },
          $defs: { Owner: {} },
        },
      },
    });
  });

  it('finds a file beside one that gives itself an address', async () => {
    const { document } = await bundle({
      'api.yaml': `$self: https://pets.example/v1/api.yaml\n${api('{ $ref: https://pets.example/v1/pet.yaml#pet }', '3.2.0')}`,
      'pet.yaml': '$id: https://pets.example/v1/pet.yaml\n$anchor: pet\n',
    });
    expect(document).toMatchObject({ components: { schemas: { Pet: { $ref: '#/x-svc-files/pet.yaml' } } } });
  });

  it('knows no identities in OpenAPI 3.0', async () => {
    const text = api(
      "{ $id: https://pets.example/a.json, $ref: '#/components/schemas/Owner' }\n    Owner: {}",
      '3.0.3',
    );
    expect((await bundle({ 'api.yaml': text })).document).toMatchObject({
      components: { schemas: { Pet: { $ref: '#/components/schemas/Owner' } } },
    });
  });

  it('takes in the links of answers', async () => {
    const { document } = await bundle({
      'api.yaml': api('{}').replace('components:', 'components:\n  links: { next: { $ref: links.yaml#/next } }'),
      'links.yaml': 'next: { operationId: list }\n',
    });
    expect(document['components']).toMatchObject({ links: { next: { $ref: '#/x-svc-files/links.yaml/next' } } });
  });

  it('takes the answer of every other status for an answer, and no default of a schema', async () => {
    const { document } = await bundle({
      'api.yaml': `${api('{}')}paths: { /pets: { get: { $ref: list.yaml } } }\n`.replace(/^paths: \{\}\n/m, ''),
      'list.yaml': 'responses: { default: { $ref: error.yaml } }\n',
      'error.yaml': 'description: It failed.\n',
    });
    expect(document['paths']).toEqual({
      '/pets': { get: { responses: { default: { $ref: '#/x-svc-files/error.yaml' } } } },
    });
  });

  it('takes no example and no default for a reference, and a property called $ref for what it is', async () => {
    const text = api(
      "{ properties: { $ref: { type: string }, example: { $ref: '#/components/schemas/Pet' } }, example: { $ref: nowhere.yaml }, default: { $ref: nowhere.yaml } }",
    );
    expect((await bundle({ 'api.yaml': text })).document).toEqual(readYaml(text).value);
  });

  it.each([
    [
      { 'api.yaml': api('{ $ref: pet.yaml }') },
      'api.yaml:5: $ref "pet.yaml" cannot be resolved: pet.yaml does not exist.',
    ],
    [
      { 'api.yaml': api('{ $ref: https://pets.example/pet.json#/Pet }') },
      'api.yaml:5: $ref "https://pets.example/pet.json#/Pet" cannot be resolved: svc does not fetch the URL of a reference. Save https://pets.example/pet.json in the repository, and refer to that file.',
    ],
    [
      { 'api.yaml': api('{ $ref: pet.yaml }'), 'pet.yaml': 'type: object\nproperties:\n  a:\n    $ref: b.yaml\n' },
      'pet.yaml:4: $ref "b.yaml" cannot be resolved: b.yaml does not exist.',
    ],
  ])('says where %j refers to nothing', async (texts, message) => {
    expect(await failure(texts)).toMatch(message);
  });

  it('keeps a reference to nothing in a file that it read, and says where it is', async () => {
    const { document, dangling } = await bundle({
      'api.yaml': api(
        '{ properties: { a: { $ref: "#/components/schemas/Dog" }, b: { $ref: "#dog" }, c: { $ref: "pet.yaml" } } }',
      ),
      'pet.yaml': 'properties:\n  d:\n    $ref: "#/Cat"\n',
    });
    expect(dangling!.map(({ file, line, reference, reason }) => `${file}:${line} ${reference}: ${reason}`)).toEqual([
      'api.yaml:5 #/components/schemas/Dog: api.yaml has nothing at /components/schemas/Dog',
      'api.yaml:5 #dog: api.yaml has no $anchor "dog"',
      'pet.yaml:3 #/Cat: pet.yaml has nothing at /Cat',
    ]);
    expect(document).toMatchObject({
      components: { schemas: { Pet: { properties: { a: { $ref: '#/components/schemas/Dog' } } } } },
      'x-svc-files': { 'pet.yaml': { properties: { d: { $ref: '#/x-svc-files/pet.yaml/Cat' } } } },
    });
  });

  it('has nothing where references lead to each other', async () => {
    const { document, dangling } = await bundle({
      'api.yaml': api("{ $ref: '#/components/schemas/Dog' }\n    Dog: { $ref: '#/components/schemas/Pet' }"),
    });
    expect(dangling!.map(({ line, reason }) => `${line}: ${reason}`)).toEqual(['5: it leads back to itself']);
    expect(document['components']).toEqual({
      schemas: { Pet: { $ref: '#/components/schemas/Dog/itself' }, Dog: { $ref: '#/components/schemas/Pet' } },
    });
  });

  it('lists every reference that cannot be resolved', async () => {
    const members = Array.from({ length: 25 }, (_, index) => `m${index}: { $ref: m${index}.yaml }`).join(', ');
    const lines = (await failure({ 'api.yaml': api(`{ properties: { ${members} } }`) })).split('\n');
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('… and 5 more.');
  });
});
