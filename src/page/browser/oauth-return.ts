/** Hands what the authorization server sent to the page that asked, and closes the window. Only that page knows the state. */
const sent = Object.fromEntries([
  ...new URLSearchParams(location.search),
  ...new URLSearchParams(location.hash.slice(1)),
]);
new BroadcastChannel(`oauth-${sent['state']}`).postMessage(sent);
close();
