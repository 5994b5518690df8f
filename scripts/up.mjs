import { goOn } from './install.mjs'

/** `npm run up`: from a fresh clone to the running app. Everything after the installation is in up.ts. */
await goOn('up.ts')
