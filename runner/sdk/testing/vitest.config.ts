import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const sdk = fileURLToPath(new URL('..', import.meta.url))

/** For tests of a skill outside this project: resolves the SDK and Vitest from this project. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^#runner\/sdk\//, replacement: sdk },
      { find: /^travel\.aw\/sdk$/, replacement: `${sdk}index.ts` },
      { find: /^vitest$/, replacement: fileURLToPath(import.meta.resolve('vitest')) },
    ],
  },
  test: { include: ['**/*.test.ts'] },
})
