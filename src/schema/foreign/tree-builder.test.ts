import { describe, expect, it } from 'vitest';
import { TreeBuilder } from './tree-builder.js';

describe("the tree of another library's schema", () => {
  const options = [{ type: 'string' }, { type: 'object', properties: {} }];
  it.each(['title', 'readOnly', 'example', 'externalDocs', '$comment', 'deprecated'])(
    'is the same beside a %s',
    (keyword) => {
      const tree = new TreeBuilder({}).build({ anyOf: options, [keyword]: true });
      expect(tree._zod.def.type).toBe('union');
    },
  );
});
