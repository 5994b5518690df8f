import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Health } from '#lib/platform/model/health.ts'
import { reportHealth } from './report-health.ts'

const fine: Health = {
  status: 'ok',
  checks: { database: 'ok', runner: 'ok', gateway: 'ok', disk: 'ok' },
  containers: { status: 'starting' },
  programs: { status: 'starting' },
}
const file = join(process.cwd(), 'skills', 'SKILL_MANIFEST.json')
const problem = { file, line: 3, column: 5, path: '', message: 'approves "ghost", which is not a folder', remedy: 'x' }
const skills = { problems: async () => [problem] }
const authOf = (role: 'operator' | 'traveler' | 'guest') => ({ readSession: async () => ({ principal: { role } }) })

test('tells an operator why approved skills do not run, and the app stays healthy', async () => {
  const told = await reportHealth({ health: async () => fine, skills, auth: authOf('operator') }, new Headers())
  expect(told).toEqual({ ...fine, left_out: [{ ...problem, file: 'skills/SKILL_MANIFEST.json' }] })
})

test.each([
  ['a stranger', { readSession: async () => null }],
  ['a guest', authOf('guest')],
  ['a traveler', authOf('traveler')],
  ['a request whose session cannot be read', { readSession: () => Promise.reject(new Error('no')) }],
])('tells %s only the state', async (_, auth) => {
  expect(await reportHealth({ health: async () => fine, skills, auth }, new Headers())).toEqual(fine)
})

test('reads no session while the database is failing', async () => {
  const failing: Health = { ...fine, status: 'failing', checks: { ...fine.checks, database: 'failing' } }
  const auth = { readSession: () => new Promise<null>(() => {}) }
  expect(await reportHealth({ health: async () => failing, skills, auth }, new Headers())).toEqual(failing)
})
