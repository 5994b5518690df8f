import { goOn } from './install.mjs'

/** `npm test`: every check, with its own set-up, from a fresh clone. Everything after the installation is in test.ts. */
await goOn('test.ts')
