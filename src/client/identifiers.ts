import { identifierGiver } from '../text/identifier-giver.js';

/** Names that the written modules use themselves, and global types that they rely on. */
const taken =
  'Extract Omit Pick Record WithRequired S Types s api client createClient createVersionedClient paths Client ClientOptions PathsHaving PreviewOption PreviewSets On';

/** Gives each name a TypeScript identifier of its own in a client, beside others that its module has. */
export const typeNameGiver = (others: readonly string[] = []) => identifierGiver([...taken.split(' '), ...others]);
