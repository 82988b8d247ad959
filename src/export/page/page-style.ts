/** The page's own styles, light and dark; inlined, so that the first paint waits for nothing. */
export const pageStyle = `
:root { color-scheme: light dark; --text: #1b1f24; --quiet: #57606a; --ground: #ffffff; --panel: #f6f8fa; --line: #d0d7de; --link: #0a5ad0; --warn: #7d3f00; --warn-ground: #fff3dc; }
@media screen and (prefers-color-scheme: dark) {
  :root { --text: #e4e6e6; --quiet: #b3babd; --ground: #1c2022; --panel: #24292c; --line: #454c50; --link: #8cc4ff; --warn: #ffd08a; --warn-ground: #43300f; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
html body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
.top { padding: 1.25rem 1.5rem; border-bottom: 1px solid var(--line); }
.page { padding: 1rem 1.5rem; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 0 0 .5rem; font-size: 1.2rem; }
h3 { display: inline; margin: 0; font-size: 1rem; }
p { margin: .3rem 0; max-width: 46rem; }
.quiet, .summary, .count { color: var(--quiet); }
.top code, .changes code, .contents code, .facts code, .reading code { font: .9em ui-monospace, monospace; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible, button:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: .5rem; z-index: 9; background: var(--ground); padding: .5rem; }
.versions, .operations { list-style: none; padding: 0; margin: .5rem 0; }
.versions { display: flex; flex-wrap: wrap; gap: .5rem; }
.versions a { display: inline-block; padding: .25rem .8rem; border: 1px solid var(--line); border-radius: 1rem; text-decoration: none; }
.versions a[aria-current] { background: var(--link); border-color: var(--link); color: var(--ground); font-weight: 600; }
.links a { margin-right: 1rem; }
.columns { display: grid; grid-template-columns: minmax(0, 24rem) minmax(0, 1fr); }
.contents { padding: 1rem 1.25rem 1rem 1.5rem; border-right: 1px solid var(--line); position: sticky; top: 0; max-height: 100vh; overflow-y: auto; }
.details { padding: 1rem 1.5rem; min-width: 0; }
.tag summary, .changes summary { cursor: pointer; padding: .35rem 0; }
.changes summary h2 { display: inline; font-size: 1rem; }
.changes ul { margin: .3rem 0; padding-left: 1.25rem; }
.changes li { margin: .4rem 0; }
.count { font-size: .85rem; }
.operations { margin: 0 0 .5rem; }
.operations li { padding: .4rem 0 .4rem 1rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; line-height: 1.4; }
.operations a { text-decoration: none; }
.operations a:hover code { text-decoration: underline; }
.operations code { color: var(--text); }
.operations .summary { display: block; font-size: .9rem; }
.deprecated code { text-decoration: line-through; }
.method { font: 600 .8rem ui-monospace, monospace; }
.badge { display: inline-block; font-size: .8rem; padding: .05rem .5rem; border-radius: .75rem; background: var(--warn-ground); color: var(--warn); }
.badge.roles { background: var(--panel); color: var(--text); border: 1px solid var(--line); }
.reading { padding: .75rem .5rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.reading:target { background: var(--panel); }
.reading dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 1rem; margin: .3rem 0; }
.reading dt { color: var(--quiet); }
.reading dd { margin: 0; }
.timeline { overflow-x: auto; }
.timeline svg { display: block; min-width: 44rem; max-width: 60rem; width: 100%; height: auto; }
.facts { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
.facts th, .facts td { text-align: left; padding: .35rem 1rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.facts .part th { font-weight: 400; padding-left: 1rem; }
.key { display: flex; flex-wrap: wrap; gap: 1rem; list-style: none; padding: 0; }
.key svg { vertical-align: -2px; }
.facts summary { cursor: pointer; }
.facts ul { list-style: none; margin: .3rem 0; padding: 0 0 0 1rem; }
@media (max-width: 50rem) {
  .columns { display: block; }
  .contents { position: static; max-height: none; border-right: 0; border-bottom: 1px solid var(--line); padding: 1rem; }
  .top, .details, .page { padding: 1rem; }
}
@media (scripting: none) { .loading { display: none; } }
@media print {
  .skip, .links { display: none; }
  .columns { display: block; }
  .contents { position: static; max-height: none; overflow: visible; border-right: 0; }
  .tag::details-content { content-visibility: visible; block-size: auto; }
  .operations li { break-inside: avoid; }
}
@media (prefers-reduced-motion: reduce) { * { scroll-behavior: auto !important; transition: none !important; animation: none !important; } }
`;

/** Raises contrasts that the viewer leaves too low (WCAG 2.2, 1.4.3), and hides what the page already shows. */
export const viewerStyle = `
#viewer .swagger-ui .info { display: none; }
#viewer .swagger-ui .wrapper { padding: 0; max-width: none; }
#viewer .swagger-ui p { max-width: none; }
#viewer .swagger-ui .response-col_links { display: none; }
#viewer .swagger-ui .scheme-container { box-shadow: none; background: none; margin: 0; padding: .5rem 0 1rem; }
#viewer .swagger-ui .opblock.opblock-deprecated { opacity: 1; }
#viewer .swagger-ui .parameter__in, #viewer .swagger-ui .headers td, #viewer .swagger-ui .prop-format, #viewer .swagger-ui .parameter__deprecated,
#viewer .swagger-ui .response-control-media-type__accept-message, #viewer .swagger-ui .json-schema-2020-12__attribute--muted { color: var(--text); }
#viewer .swagger-ui .renderedMarkdown a { color: var(--link); }
html:not(.dark-mode) #viewer .swagger-ui .opblock .opblock-summary-method { background: #57606a; }
html:not(.dark-mode) #viewer .swagger-ui .opblock-get .opblock-summary-method { background: #0b5cad; }
html:not(.dark-mode) #viewer .swagger-ui .opblock-post .opblock-summary-method { background: #14713f; }
html:not(.dark-mode) #viewer .swagger-ui .opblock-put .opblock-summary-method { background: #8a4b00; }
html:not(.dark-mode) #viewer .swagger-ui .opblock-patch .opblock-summary-method { background: #0a6b60; }
html:not(.dark-mode) #viewer .swagger-ui .opblock-delete .opblock-summary-method { background: #b3261e; }
html:not(.dark-mode) #viewer .swagger-ui .btn.authorize { color: #14713f; border-color: #14713f; }
html:not(.dark-mode) #viewer .swagger-ui .btn.authorize svg { fill: #14713f; }
html:not(.dark-mode) #viewer .swagger-ui .parameter__name.required::after, html:not(.dark-mode) #viewer .swagger-ui .parameter__name.required span { color: #b3261e; }
html.dark-mode #viewer .swagger-ui .opblock-deprecated .opblock-summary-method { background: #a7adb2; }
#viewer .swagger-ui .microlight span[style*="211, 99, 99"] { color: #ffa3a3 !important; }
@media (max-width: 50rem) {
  #viewer .swagger-ui .opblock-tag-section .opblock, #viewer .swagger-ui .opblock-body pre { margin-inline: 0; }
  #viewer .swagger-ui .opblock-summary-path { max-width: 100%; }
  #viewer .swagger-ui .opblock-tag { flex-wrap: wrap; padding-inline: 0; }
  #viewer .swagger-ui .opblock-tag small { flex-basis: 100%; order: 2; padding: 0; }
}
@media print {
  #viewer .swagger-ui :is(.scheme-container, .models, .try-out, .authorization__btn, .opblock-control-arrow, .expand-operation), #viewer .swagger-ui .opblock:not(:has([aria-expanded=true])) { display: none; }
  #viewer .swagger-ui .opblock-tag-section:not(:has(.opblock [aria-expanded=true])), .details:not(:has(.opblock [aria-expanded=true])) { display: none; }
}
`;
