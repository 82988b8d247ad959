/** What each tag of the documents groups. */
export const tagDescriptions = Object.freeze([
  { name: 'Auth', description: 'Sign-up, sign-in, sessions, passwords and e-mail addresses.' },
  { name: 'Cache', description: 'Store, read and delete entries by id; report the state of the cache.' },
  { name: 'Files', description: 'List, read, write and delete objects by key; presigned addresses.' },
  { name: 'Flaky', description: 'Three upstream-style routes: flaky, missing and slow.' },
  { name: 'Health', description: 'Liveness and readiness.' },
  { name: 'Images', description: 'Describe an inline image; render a sample image in a size and format.' },
  { name: 'Jobs', description: 'Render thumbnails outside the request.' },
  {
    name: 'Ledger',
    description: 'Entries, pages with cursors instead of offsets, and atomic transfers.',
  },
  { name: 'Limits', description: 'Routes with different rate limits.' },
  { name: 'Notes', description: 'A list of notes in memory.' },
  { name: 'OpenApi', description: 'The documents, and a page to browse them.' },
  { name: 'Profile', description: 'Who is calling.' },
  { name: 'Reports', description: 'Routes that need a role.' },
  { name: 'Trace', description: 'The current trace.' },
  { name: 'Users', description: 'Search, create and read users.' },
  {
    name: 'Webhooks',
    description: 'Your endpoints, each in its version of the events; their secrets, deliveries and replays.',
  },
  { name: 'Wiring', description: 'The primitives of dependency wiring.' },
]);
