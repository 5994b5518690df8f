import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { recipeDigest } from './build/recipe.ts'
import { hasPython, readChecked } from './interpreter-files.ts'
import { pythonModule } from './python-module.ts'

test('without its files there is no Python', () => {
  expect(hasPython(process.cwd())).toBe(true)
  expect(hasPython(tmpdir())).toBe(false)
})

test('files with other bytes than the known ones are not loaded', async () => {
  const { wasmFile, wasmSha256, zipFile, zipSha256 } = pythonModule
  await expect(readChecked(wasmFile, wasmSha256)).resolves.toBeInstanceOf(Buffer)
  await expect(readChecked(zipFile, zipSha256)).resolves.toBeInstanceOf(Buffer)
  await expect(readChecked(zipFile, wasmSha256)).rejects.toThrow('is not the file that this version of the app knows')
})

test('the module was made by the recipe that is there: after a change, npm run python:build makes it anew', async () => {
  expect(await recipeDigest()).toBe(pythonModule.recipeSha256)
})
