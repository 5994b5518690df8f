import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const execute = promisify(execFile)

const command = (folder: string) =>
  execute(process.execPath, ['lib/cli/main.ts', 'python-packages'], {
    env: { ...process.env, TRAVEL_PYTHON_PACKAGES: folder },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )

test('lists what scripts can import and what is left out, and fails if anything is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'python-packages-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'useful.py'), '')
  expect(await command(folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('useful.py  import useful') })
  await writeFile(join(folder, 'json.py'), '')
  expect(await command(folder)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("Left out: json.py has a module json, which Python's library has\n1 of 2 in"),
  })
})

test('says that there is no folder', async () => {
  expect(await command('')).toMatchObject({ code: 1, stderr: expect.stringContaining('is not set') })
  expect(await command(join(tmpdir(), 'python-packages-absent'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('cannot be read'),
  })
})
