import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../json/json.js';
import { allOfMembers } from '../jsonschema/intersect-schemas.js';
import { schemaExamples } from './example.js';
import { findCandidates } from './find-candidates.js';
import { sideOf } from './sample-value.js';

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' }) as JsonObject;

/** What each way shows of each direction: what it begins with, what it leads to, what is asked, and what is refused. */
function shown(newer: z.ZodType, older: z.ZodType, uses = { requests: true, answers: true }) {
  const [now, before] = [schemaOf(newer), schemaOf(older)];
  const side = (root: JsonObject) =>
    sideOf((schema) => schema, { target: () => root, members: allOfMembers, ignoresSiblings: false });
  const sides = { newer: side(now), older: side(before) };
  return findCandidates(now, before, uses).map((candidate) =>
    schemaExamples({ newer: now, older: before, uses }, candidate, sides).map(
      ({ direction, from, to, open, refused }) => [
        `${direction} ${JSON.stringify(from)} → ${JSON.stringify(to)}`,
        ...(open.length > 0 ? [`asks ${open.join()}`] : []),
        ...(refused.length > 0 ? [`refuses ${refused.join()}`] : []),
      ],
    ),
  );
}

describe('an example of a way', () => {
  it('has the members that differ, and values that can be told apart', () => {
    const kept = { id: z.int() };
    expect(
      shown(z.object({ ...kept, name: z.string(), label: z.string() }), z.object({ ...kept, title: z.string() })).slice(
        0,
        2,
      ),
    ).toMatchInlineSnapshot(`
      [
        [
          [
            "down {"name":"some name","label":"some label"} → {"title":"some name"}",
          ],
          [
            "up {"title":"some title"} → {"name":"some title"}",
            "asks label",
          ],
        ],
        [
          [
            "down {"name":"some name","label":"some label"} → {"title":"some label"}",
          ],
          [
            "up {"title":"some title"} → {"label":"some title"}",
            "asks name",
          ],
        ],
      ]
    `);
  });

  it('shows what becomes of a value that the other side does not have', () => {
    expect(
      shown(
        z.object({ state: z.enum(['open', 'closed']) }),
        z.object({ state: z.enum(['open', 'shut', 'gone']) }),
      ).slice(0, 3),
    ).toMatchInlineSnapshot(`
      [
        [
          [
            "down {"state":"closed"} → {"state":"gone"}",
          ],
          [
            "up {"state":"shut"} → {"state":"closed"}",
          ],
        ],
        [
          [
            "down {"state":"closed"} → {"state":"gone"}",
          ],
          [
            "up {"state":"shut"} → {"state":"closed"}",
          ],
        ],
        [
          [
            "down {"state":"closed"} → {"state":"gone"}",
          ],
          [
            "up {"state":"shut"} → {"state":"open"}",
          ],
        ],
      ]
    `);
    expect(
      shown(z.object({ limit: z.int().min(1).max(50) }), z.object({ limit: z.int().min(1).max(100) })),
    ).toMatchInlineSnapshot(`
      [
        [
          [
            "up {"limit":100} → {"limit":50}",
          ],
        ],
        [
          [
            "down {"limit":1} → {}",
            "asks limit",
          ],
          [
            "up {"limit":100} → {}",
            "asks limit",
          ],
        ],
      ]
    `);
  });

  it('shows another unit, another type, null and a list', () => {
    expect(shown(z.object({ grams: z.int() }), z.object({ kilograms: z.number() }))).toMatchInlineSnapshot(`
      [
        [
          [
            "down {"grams":1250} → {"kilograms":12.5}",
          ],
          [
            "up {"kilograms":1250} → {"grams":125000}",
          ],
        ],
        [
          [
            "down {"grams":1250} → {"kilograms":1.25}",
          ],
          [
            "up {"kilograms":1250} → {"grams":1250000}",
          ],
        ],
        [
          [
            "down {"grams":1250} → {}",
            "asks kilograms",
          ],
          [
            "up {"kilograms":1250} → {}",
            "asks grams",
          ],
        ],
      ]
    `);
    expect(shown(z.object({ pages: z.int() }), z.object({ pages: z.string() }))).toMatchInlineSnapshot(`
      [
        [
          [
            "down {"pages":1250} → {"pages":"1250"}",
          ],
          [
            "up {"pages":"1250"} → {"pages":1250}",
          ],
        ],
      ]
    `);
    expect(shown(z.object({ note: z.string().nullable() }), z.object({ note: z.string() }))).toMatchInlineSnapshot(`
      [
        [
          [
            "down {"note":null} → {"note":""}",
          ],
        ],
        [
          [
            "down {"note":null} → {}",
            "asks note",
          ],
        ],
      ]
    `);
    expect(shown(z.array(z.string()), z.string())).toMatchInlineSnapshot(`
      [
        [
          [
            "down ["some value"] → "some value"",
          ],
          [
            "up "some value" → ["some value"]",
          ],
        ],
      ]
    `);
    expect(
      shown(
        z.object({ at: z.object({ city: z.string(), street: z.string() }) }),
        z.object({ city: z.string(), street: z.string() }),
      ).slice(0, 1),
    ).toMatchInlineSnapshot(`
      [
        [
          [
            "down {"at":{"city":"some city","street":"some street"}} → {"city":"some city","street":"some street"}",
          ],
          [
            "up {"city":"some city","street":"some street"} → {"at":{"city":"some city","street":"some street"}}",
          ],
        ],
      ]
    `);
  });
});
