import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the service's outbox like a mailbox. */
export function openOutbox(folder) {
  return {
    /** Path and query of the link in the latest mail to an address with that subject; waits for it. */
    async linkTo(address, subject) {
      for (
        const deadline = Date.now() + 5_000;
        Date.now() < deadline;
        await new Promise((resolve) => setTimeout(resolve, 50))
      ) {
        const names = (await readdir(folder).catch(() => [])).filter(
          (name) => name.endsWith('.eml') && !name.startsWith('.'),
        );
        for (const name of names.toSorted().toReversed()) {
          const mail = (await readFile(join(folder, name), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
          if (!mail.includes(`To: ${address}\r\n`) || !mail.includes(`Subject: ${subject}\r\n`)) continue;
          process.stdout.write(`  ✓ mail "${subject}" to ${address}\n`);
          const { pathname, search } = new URL(/https?:\/\/\S+/.exec(mail)[0]);
          return `${pathname}${search}`;
        }
      }
      throw new Error(`No mail "${subject}" to ${address} arrived.`);
    },
  };
}
