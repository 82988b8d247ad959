import { readFileSync } from 'node:fs'; import { parse } from 'yaml';
import { lostParts } from '/work/main/bench/real/lost-parts.mjs';
const rd = (f) => { const t = readFileSync(f, 'utf8'); return f.endsWith('.json') ? JSON.parse(t) : parse(t, { logLevel: 'silent', maxAliasCount: -1 }); };
const [a, b, n = 6] = process.argv.slice(2); const A = rd(a), B = rd(b);
const at = (d, p) => p.replace(' (order)', '').split('/').slice(1).reduce((v, s) => v?.[s.replaceAll('~1', '/').replaceAll('~0', '~')], d);
const l = lostParts(A, B); console.log(l.length);
for (const p of l.slice(0, n)) console.log(p, '\n   A', JSON.stringify(at(A, p))?.slice(0, 300), '\n   B', JSON.stringify(at(B, p))?.slice(0, 300), '\n   Bparent', JSON.stringify(at(B, p.slice(0, p.lastIndexOf('/'))))?.slice(0, 500));
