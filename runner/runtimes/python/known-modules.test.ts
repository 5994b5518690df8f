import { expect, test } from 'vitest'
import { knownPythonModules } from './known-modules.ts'

test('tells all known modules and libraries apart by their digests', () => {
  const digests = knownPythonModules.flatMap(({ wasmSha256, library }) =>
    library === 'embedded' ? [wasmSha256] : [wasmSha256, library.zipSha256],
  )
  for (const digest of digests) expect(digest).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(digests).size).toBe(digests.length)
})
