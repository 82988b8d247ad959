import { classify, containment, diffDocuments, type DiffOptions, type Finding, loadDocument } from 'svckit/openapi';

const base = await loadDocument('orders-1.yaml');
const revision = await loadDocument('orders-2.yaml');

const options: DiffOptions = { severity: { 'endpoint-added': 'warning' } };
const errors: readonly Finding[] = diffDocuments(base, revision, options).filter(({ level }) => level === 'error');
for (const { file, line, method, path, message, id, witness } of errors) {
  console.log(`${file}:${line} ${method} ${path}: ${message} [${id}]`);
  if (witness) console.log(JSON.stringify(witness.value), witness.why);
}

const pointer = '#/paths/~1orders/post/requestBody/content/application~1json/schema/properties/size';
const size = containment({ document: base, pointer }, { document: revision, pointer });
console.log(size.holds, size.holds === false && size.witness);

// @ts-expect-error -- a check has this id with an ending
export const wrong: DiffOptions = { severity: { 'endpoint-ad': 'info' } };

if (classify(base, revision) === 'breaking') process.exitCode = 1;
