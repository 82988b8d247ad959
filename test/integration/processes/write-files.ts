import { DiskFileStore } from '../../../service/src/files/disk-file-store.js';
import { PresignedAddresses } from '../../../service/src/files/presigned-addresses.js';

/** Writes one key repeatedly, each time a text of one repeated letter, until it is killed. */
const addresses = new PresignedAddresses({ signingKey: () => Buffer.alloc(32), address: '', now: Date.now });
const store = new DiskFileStore({ folder: process.argv[2]!, addresses });
await store.onInit();
await store.write('deep/written', Buffer.from('a'.repeat(200_000)));
console.log(JSON.stringify('writing'));
for (let round = 0; ; round += 1) {
  const letter = String.fromCharCode(97 + (round % 26));
  await Promise.all(
    ['written', 'other'].map((name) => store.write(`deep/${name}`, Buffer.from(letter.repeat(200_000)))),
  );
}
