import type { Generated } from 'kysely';

/** A date as better-auth writes it: text in SQLite, a timestamp in PostgreSQL. */
type StoredDate = Date | string;

/** The tables of migration 0030; the first four are better-auth's, the rest ours. */
export interface AuthTables {
  auth_users: {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean | number;
    image: string | null;
    createdAt: StoredDate;
    updatedAt: StoredDate;
  };
  auth_sessions: {
    id: string;
    expiresAt: StoredDate;
    token: string;
    createdAt: StoredDate;
    updatedAt: StoredDate;
    ipAddress: string | null;
    userAgent: string | null;
    userId: string;
    data: string | null;
  };
  auth_accounts: {
    id: string;
    accountId: string;
    providerId: string;
    userId: string;
    accessToken: string | null;
    refreshToken: string | null;
    idToken: string | null;
    accessTokenExpiresAt: StoredDate | null;
    refreshTokenExpiresAt: StoredDate | null;
    scope: string | null;
    password: string | null;
    createdAt: StoredDate;
    updatedAt: StoredDate;
  };
  auth_verifications: {
    id: string;
    identifier: string;
    value: string;
    expiresAt: StoredDate;
    createdAt: StoredDate;
    updatedAt: StoredDate;
  };
  auth_roles: { user_id: string; role: string };
  /** One row: grows by one with everything that makes a session or its caller look different. */
  auth_revision: { id: number; value: number };
  /** `at` is in milliseconds since 1970. */
  auth_events: { id: Generated<number>; at: number; kind: string; user_id: string };
}
