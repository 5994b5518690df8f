import { join } from 'node:path'
import { build } from 'esbuild'
import { main, root } from './steps.ts'

/** Bundles the service worker, which browsers load from `/sw.js`. */
await main(async () => {
  await build({
    absWorkingDir: root,
    entryPoints: ['lib/travel/client/offline/service-worker.ts'],
    outfile: join(root, 'public/sw.js'),
    bundle: true,
    format: 'iife',
    minify: true,
    target: 'es2022',
    platform: 'browser',
    logLevel: 'warning',
  })
  return 0
})
