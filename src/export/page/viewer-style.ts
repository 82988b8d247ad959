/** Colours that the viewer's own style sheet leaves too faint (WCAG 2.2, 1.4.3), and what the page says already. */
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
