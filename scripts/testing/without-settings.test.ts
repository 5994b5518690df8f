import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { root } from '../steps.ts'
import { withoutSettings } from './without-settings.ts'

/** The app reads these only if TRAVEL_CREDENTIALS, which is emptied, names them. */
const named = ['DUFFEL_ACCESS_TOKEN', 'LITEAPI_KEY']

test("tests keep every variable of a developer's .env from the apps that they start", () => {
  const example = readFileSync(join(root, '.env.example'), 'utf8')
  const names = [...example.matchAll(/^#? ?([A-Z][A-Z_0-9]*)=/gm)].map(([, name = '']) => name)
  expect(names).toContain('TRAVEL_AGENT_AUTH')
  expect(names.filter((name) => withoutSettings[name] !== '')).toEqual(named)
})

test('an app with emptied settings has the defaults', () => {
  expect(readEnv(withoutSettings, '/project')).toEqual(readEnv({}, '/project'))
})
