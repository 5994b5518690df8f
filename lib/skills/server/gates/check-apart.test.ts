import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rulesVersion } from '#gates/rule-texts.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { checkDeadlineMs, checkProcessPath, createCheckApart } from './check-apart.ts'
import { rulesFolder } from './read-suppressions.ts'

const root = findProjectRoot()
const rules = rulesFolder(root)
const odd = (deadlineMs: number) =>
  createCheckApart({ processPath: join(import.meta.dirname, 'testing/odd-process.ts'), deadlineMs })
const asked = (folder: string) => ({ rulesFolder: rules, folder, name: 'x' })

it('returns the findings of the gates from a separate process', async () => {
  const check = createCheckApart({ processPath: checkProcessPath(root), deadlineMs: checkDeadlineMs })
  const folder = join(root, 'gates/scenarios/undeclared-egress')
  const found = await check({ ...asked(folder), name: 'undeclared-egress', only: 'travel' })
  expect(found).toMatchObject({ rulesVersion: rulesVersion(rules), findings: [{ rule: 'TRAVEL-002' }] })
})

it('fails the check of a skill whose process dies, and continues with the next', async () => {
  const check = odd(checkDeadlineMs)
  const [died, next] = await Promise.allSettled([check(asked('dies')), check(asked('answers'))])
  expect(died).toMatchObject({ status: 'rejected', reason: { name: 'CheckUnfinished', message: 'its process ended' } })
  expect(next.status).toBe('fulfilled')
})

it('ends a check at its deadline', async () => {
  await expect(odd(1)(asked('hangs'))).rejects.toThrow('it took longer than 0.001 seconds')
})

it('rejects a malformed answer, and uses a new process for the next check', async () => {
  const check = odd(checkDeadlineMs)
  const { rulesVersion: first } = await check(asked('answers'))
  await expect(check(asked('babbles'))).rejects.toThrow('something else than an answer')
  expect((await check(asked('answers'))).rulesVersion).not.toBe(first)
})

it('reuses its process for the next check', async () => {
  const check = odd(checkDeadlineMs)
  const first = await check(asked('answers'))
  expect(await check(asked('answers'))).toEqual(first)
})

it('reports why a folder cannot be checked', async () => {
  const check = createCheckApart({ processPath: checkProcessPath(root), deadlineMs: checkDeadlineMs })
  await expect(check(asked(join(root, 'no-such-folder')))).rejects.toThrow(/^ENOENT/)
})
