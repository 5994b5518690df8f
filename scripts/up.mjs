import { goOn } from './install.mjs'

/** `npm run up`: from a fresh clone to the running app. up.ts does everything after the installation. */
await goOn('up.ts')
