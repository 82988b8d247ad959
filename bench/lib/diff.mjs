import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from './compile.mjs';
import { median } from './load.mjs';

const script = pathOf('../bin/svc.mjs');
const rounds = 1;

/** Prints what a process has used when it ends, to a pipe of its own. */
const measured = `data:text/javascript,${encodeURIComponent(
  "import { writeSync } from 'node:fs'; process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())));",
)}`;

/** `svc diff` on large documents: what a command takes, and how many of its findings have a witness. */
export function measureDiff(node, version) {
  const folder = mkdtempSync(join(tmpdir(), 'svckit-bench-'));
  try {
    const rows = [
      ['a ring of 3,000 schemas, one changed', ring(3000), ring(3000, (index) => index === 1500)],
      ['a ring of 3,000 schemas, every one changed', ring(3000), ring(3000, () => true)],
      ['two documents of 10 MB, one schema in ten changed', large(), large((index) => index % 10 === 0)],
      ['two documents of 10 MB, every schema changed', large(), large(() => true)],
      ['an enum of 10,000 values, each one replaced', values('old'), values('new')],
      ['an enum of 3,000 objects, each one replaced', values('old', wrap, 3000), values('new', wrap, 3000)],
      ['64 linked unions, one text shorter', unions(64), unions(64, { maxLength: 50 })],
      ['64 linked unions, one optional boolean new', unions(64), unions(64, { extra: { type: 'boolean' } })],
      ['a ring of 300 unions, one text shorter', unionRing(300), unionRing(300, 50)],
      ['14 allOf of 3 anyOf, one text shorter', product(14), product(14, 50)],
      ['a ring of 1,000 choices between neighbours, one text shorter', choiceRing(1000), choiceRing(1000, 50)],
      ['8,000 properties that become required', properties(8000), properties(8000, true)],
      ['an allOf of 5,000 members about one property, one text shorter', wideAllOf(5000), wideAllOf(5000, 50)],
      ['100 schemas that all lead to each other, every text shorter', saturatedRing(100), saturatedRing(100, 50)],
    ].map(([title, base, revision]) => row(node, folder, title, base, revision));
    return `## Node ${version}: svc diff\n\n| | MB each | time | processor | memory | findings | with a witness |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n${rows.join('')}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function row(node, folder, title, base, revision) {
  const [from, to] = ['base.json', 'revision.json'].map((name) => join(folder, name));
  writeFileSync(from, JSON.stringify(base));
  writeFileSync(to, JSON.stringify(revision));
  const runs = Array.from({ length: rounds }, () => runDiff(node, from, to));
  const size = JSON.stringify(base).length / 1e6;
  const [time, processor, memory] = ['time', 'processor', 'memory'].map((name) => median(runs.map((run) => run[name])));
  const { findings } = runs[0];
  const cells = [
    size.toFixed(1),
    `${(time / 1e3).toFixed(1)} s`,
    `${(processor / 1e3).toFixed(1)} s`,
    `${memory.toFixed(0)} MB`,
    findings.length,
    findings.filter(({ witness }) => witness !== null).length,
  ];
  return `| ${[title, ...cells].join(' | ')} |\n`;
}

/** Times are in milliseconds, memory is the peak in MB; both are infinite for what takes longer than a timeout. */
export function runDiff(node, from, to, timeout) {
  const start = performance.now();
  const { error, status, stdout, stderr, output } = spawnSync(
    node,
    ['--import', measured, script, 'diff', from, to, '--format', 'json'],
    { encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'pipe', 'pipe'], timeout },
  );
  if (error?.code === 'ETIMEDOUT') return { time: Infinity, processor: Infinity, memory: Infinity, findings: [] };
  const time = performance.now() - start;
  if (status > 1) throw new Error(`svc diff ended with ${status}: ${stderr}`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(output[3]);
  return {
    time,
    processor: (userCPUTime + systemCPUTime) / 1e3,
    memory: maxRSS / 1e3,
    findings: JSON.parse(stdout).results,
  };
}

function documentOf(paths, schemas) {
  return { openapi: '3.1.0', info: { title: 'Large', version: '1.0.0' }, paths, components: { schemas } };
}

const reference = (name) => ({ $ref: `#/components/schemas/${name}` });

function operation(body, answer) {
  const json = (schema) => ({ content: { 'application/json': { schema } } });
  return { requestBody: json(body), responses: { 200: { description: 'Done.', ...json(answer) } } };
}

/** Schemas that each lead to the next, and the last to the first. */
function ring(count, isChanged = () => false) {
  const schemas = Array.from({ length: count }, (_, index) => [
    `Ring${index}`,
    {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'integer', minimum: isChanged(index) ? 1 : 0 },
        next: reference(`Ring${(index + 1) % count}`),
      },
    },
  ]);
  return documentOf(
    { '/ring': { post: operation(reference('Ring0'), reference('Ring0')) } },
    Object.fromEntries(schemas),
  );
}

const wrap = (text) => ({ name: text });

/** One list of many values. */
function values(start, valueOf = (text) => text, count = 10_000) {
  const schema = { enum: Array.from({ length: count }, (_, index) => valueOf(`${start}-${index}`)) };
  return documentOf({ '/values': { post: operation(schema, schema) } }, {});
}

const text = (maxLength) => ({ type: 'string', maxLength });

/** Alternatives with a tag each, of which every one may hold any again; one in the middle differs. */
function unions(count, { maxLength = 100, ...more } = {}) {
  const members = Array.from({ length: count }, (_, index) => [
    `Member${index}`,
    {
      type: 'object',
      required: ['tag'],
      properties: {
        tag: { type: 'string', enum: [`tag-${index}`] },
        text: text(index === count / 2 ? maxLength : 100),
        inner: { anyOf: [reference('Union'), { type: 'null' }] },
        ...(index === count / 2 ? more : {}),
      },
    },
  ]);
  const union = { oneOf: members.map(([name]) => reference(name)) };
  return documentOf(
    { '/unions': { post: operation(reference('Union'), reference('Union')) } },
    { Union: union, ...Object.fromEntries(members) },
  );
}

/** Unions of two objects, each of which leads to the next unions; one text in the middle differs. */
function unionRing(count, maxLength = 100) {
  const tagged = (tag, properties) => ({
    type: 'object',
    required: ['tag'],
    properties: { tag: { const: tag }, ...properties },
  });
  const schemas = Array.from({ length: count }, (_, index) => {
    const next = (steps) => reference(`Ring${(index + steps) % count}`);
    const one = tagged(`a${index}`, { text: text(index === count / 2 ? maxLength : 100), next: next(1) });
    return [`Ring${index}`, { oneOf: [one, tagged(`b${index}`, { other: next(2) })] }];
  });
  return documentOf(
    { '/ring': { post: operation(reference('Ring0'), reference('Ring0')) } },
    Object.fromEntries(schemas),
  );
}

/** Choices between two objects of a ring, or null, where each object leads to the next choice; one text in the middle differs. */
function choiceRing(count, maxLength = 100) {
  const schemas = Array.from({ length: count }, (_, index) => {
    const next = (index + 1) % count;
    const properties = { text: text(index === count / 2 ? maxLength : 100), next: reference(`Choice${next}`) };
    return {
      [`Object${index}`]: { type: 'object', properties },
      [`Choice${index}`]: { oneOf: [reference(`Object${index}`), reference(`Object${next}`), { type: 'null' }] },
    };
  });
  return documentOf(
    { '/ring': { post: operation(reference('Choice0'), reference('Choice0')) } },
    Object.assign({}, ...schemas),
  );
}

/** One object with many properties. */
function properties(count, areRequired = false) {
  const all = Object.fromEntries(Array.from({ length: count }, (_, index) => [`property${index}`, text(100)]));
  const schema = { type: 'object', properties: all, ...(areRequired && { required: Object.keys(all) }) };
  return documentOf({ '/properties': { post: operation(schema, schema) } }, {});
}

/** Members of an allOf that all describe the same property; one text in the middle differs. */
function wideAllOf(count, maxLength = 100) {
  const members = Array.from({ length: count }, (_, index) => ({
    type: 'object',
    properties: { member: { ...text(index === count / 2 ? maxLength : 100), minLength: index % 7 } },
  }));
  const schema = { allOf: members };
  return documentOf({ '/members': { post: operation(schema, schema) } }, {});
}

/** Schemas with a property for each of them. */
function saturatedRing(count, maxLength = 100) {
  const names = Array.from({ length: count }, (_, index) => `Ring${index}`);
  const schemas = names.map((name) => {
    const properties = {
      text: text(maxLength),
      ...Object.fromEntries(names.map((other) => [other, reference(other)])),
    };
    return [name, { type: 'object', properties }];
  });
  return documentOf(
    { '/ring': { post: operation(reference('Ring0'), reference('Ring0')) } },
    Object.fromEntries(schemas),
  );
}

/** Many choices that hold together. */
function product(count, maxLength = 100) {
  const member = (index, kind) => ({
    type: 'object',
    required: [`${kind}${index}`],
    properties: { [`${kind}${index}`]: text(index === 0 && kind === 'a' ? maxLength : 100) },
  });
  const choices = Array.from({ length: count }, (_, index) => ({
    anyOf: ['a', 'b', 'c'].map((kind) => member(index, kind)),
  }));
  const schema = { allOf: choices };
  return documentOf({ '/product': { post: operation(schema, schema) } }, {});
}

/** 2,000 operations; each has a schema of 27 text members, which refers to two that ten operations share. */
function large(isChanged = () => false) {
  const schemas = {};
  const paths = {};
  for (let index = 0; index < 2000; index++) {
    const members = Array.from({ length: 27 }, (_, member) => [
      `member${member}`,
      {
        type: 'string',
        description: `The member ${member} of the resource ${index}, described in a sentence as long as people write them.`,
        minLength: 1,
        maxLength: isChanged(index) && member === 7 ? 50 : 100,
      },
    ]);
    const properties = {
      ...Object.fromEntries(members),
      owner: reference(`Shared${index % 200}`),
      kind: { enum: ['small', 'large', ...(isChanged(index) ? [] : ['unknown'])] },
    };
    schemas[`Resource${index}`] = { type: 'object', required: ['member0', 'kind'], properties };
    if (index < 200)
      schemas[`Shared${index}`] = {
        type: 'object',
        properties: { id: { type: 'integer' }, parent: reference(`Shared${(index + 1) % 200}`) },
      };
    paths[`/resources/${index}`] = { put: operation(reference(`Resource${index}`), reference(`Resource${index}`)) };
  }
  return documentOf(paths, schemas);
}
