import { z } from 'zod';

export const Profile = z.object({ email: z.email(), roles: z.array(z.string()), sessionId: z.string() }).meta({
  id: 'Profile',
  description: 'Who is calling.',
  examples: [{ email: 'ada@example.com', roles: ['editor'], sessionId: 'LCS7ZGedzq2mp76QDS2iF0JPf2bbUPJ8' }],
});

export const AnonymousProfile = z.object({ caller: z.string().nullable() }).meta({
  id: 'AnonymousProfile',
  description: 'The caller’s address, or null without credentials.',
  examples: [{ caller: null }],
});

export const AuditEntry = z
  .object({ at: z.iso.datetime(), kind: z.string(), userId: z.string() })
  .meta({ id: 'AuditEntry', description: 'Something that happened to an account.' });

export const AuditList = z.object({ caller: z.string(), entries: z.array(AuditEntry) }).meta({
  id: 'AuditList',
  description: 'The latest events of all accounts, newest first.',
  examples: [
    {
      caller: 'ada@example.com',
      entries: [{ at: '2026-09-01T12:00:00.000Z', kind: 'signed-in', userId: 'QxuQw7qcZD2eeHAf2YcX1US5lck48uUF' }],
    },
  ],
});
