import { goOn } from './install.mjs'

/** `npm test`: runs every check with its setup, from a fresh clone. test.ts does everything after the installation. */
await goOn('test.ts')
