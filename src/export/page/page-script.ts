/** Starts the viewer in the page and opens the list's links in it; plain JavaScript for browsers. */
export const pageScript = `
const target = document.getElementById('viewer');
const viewer = window.SwaggerUIBundle({
  url: new URL(target.dataset.document, location.href).href,
  domNode: target,
  deepLinking: false,
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  presets: [window.SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  oauth2RedirectUrl: new URL(target.dataset.redirect, location.href).href,
  plugins: [() => ({ statePlugins: { auth: { wrapActions: { authorize: [shareToken, keepCookies], logout: dropCookies } } } })],
  onComplete: () => open(location.hash),
});
viewer.initOAuth({ usePkceWithAuthorizationCodeGrant: true });
// A token entered for one bearer scheme applies to the others too.
function shareToken(authorize, { specSelectors }) {
  return (given) => {
    const isBearer = (schema) => schema.get('type') === 'http' && schema.get('scheme') === 'bearer';
    const token = Object.values(given).find(({ schema }) => isBearer(schema));
    const others = token ? specSelectors.securityDefinitions().filter(isBearer).keySeq().toArray() : [];
    const shared = others.map((name) => [name, { ...token, name, schema: specSelectors.securityDefinitions().get(name) }]);
    return authorize({ ...Object.fromEntries(shared), ...given });
  };
}
// Scripts cannot send a Cookie header, but the browser sends the cookies of the page's own origin.
function keepCookies(authorize) {
  return (given) => {
    for (const { schema, value } of Object.values(given)) if (isCookie(schema)) writeCookie(schema.get('name'), value);
    return authorize(given);
  };
}
function dropCookies(logout, { authSelectors }) {
  return (names) => {
    for (const name of names) {
      const schema = authSelectors.authorized().getIn([name, 'schema']);
      if (schema && isCookie(schema)) writeCookie(schema.get('name'), '', '; Max-Age=0');
    }
    return logout(names);
  };
}
function isCookie(schema) {
  return schema.get('type') === 'apiKey' && schema.get('in') === 'cookie';
}
function writeCookie(name, value, more = '') {
  document.cookie = name + '=' + value + '; Path=/; SameSite=Strict' + (location.protocol === 'https:' ? '; Secure' : '') + more;
}
function open(hash) {
  const operation = hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
  const button = operation && operation.querySelector('.opblock-summary-control');
  if (!button) return false;
  if (button.getAttribute('aria-expanded') === 'false') button.click();
  operation.scrollIntoView({ block: 'start' });
  button.focus({ preventScroll: true });
  return true;
}
// The viewer's server list has no name, its examples are unreachable by keyboard, and it has a second main landmark.
new MutationObserver(() => {
  for (const list of target.querySelectorAll('select#servers:not([aria-label])')) list.setAttribute('aria-label', 'Server');
  for (const inner of target.querySelectorAll('main:not([role])')) inner.setAttribute('role', 'group');
  for (const example of target.querySelectorAll('.microlight:not([tabindex])')) example.tabIndex = 0;
}).observe(target, { childList: true, subtree: true });
document.querySelector('.contents').addEventListener('click', (event) => {
  const link = event.target.closest('.operations a');
  if (!link || !open(link.hash)) return;
  event.preventDefault();
  history.replaceState(null, '', link.hash);
});
`;
