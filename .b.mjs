import { loadDocument } from './dist/openapi.js';
const { content: d } = await loadDocument('specification/DigitalOcean-public.v2.yaml', { cwd: process.cwd() });
let n = 0; const f=(v,p)=>{if(v&&typeof v=='object'){if(typeof v.$ref=='string'&&!v.$ref.startsWith('#')&&n++<6)console.log(p,v.$ref);for(const q in v)f(v[q],p+'/'+q)}};f(d,''); console.log(n);
