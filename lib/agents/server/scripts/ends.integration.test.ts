import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareRuntime } from '#lib/skills/server/executions/testing/shared-runtime.ts'
import { type OpenPython, openEmbeddedPython } from './testing/embedded-python.ts'
import { openScriptWorld } from './testing/script-world.ts'

const runtime = shareRuntime()
let python: OpenPython
beforeAll(async () => {
  python = await openEmbeddedPython()
})
afterAll(() => python[Symbol.asyncDispose]())

const fuel = (view: object) => ('fuel' in view && typeof view.fuel === 'number' ? view.fuel : 0)
const languages = [
  { language: 'javascript', endless: 'print("begins")\nfor (;;);', plain: '1 + 1' },
  { language: 'python', endless: 'print("begins")\nwhile True: pass', plain: '1 + 1' },
] as const

describe.each(languages)('a script in $language', ({ language, endless, plain }) => {
  const open = () => openScriptWorld({ runtime: language === 'python' ? python.runtime : runtime() })

  test('that sets no result completes with a notice', async () => {
    await using world = await open()
    const { token } = await world.profile()
    const notice = 'The script set no result: call set_result(data) with it.'
    expect(await world.settled(await world.execute(token, plain, { language }))).toMatchObject({
      status: 'completed',
      result: null,
      notice,
    })
    const set = await world.settled(await world.execute(token, 'set_result(0)', { language }))
    expect(set).toMatchObject({ status: 'completed', result: 0 })
    expect(set).not.toHaveProperty('notice')
  })

  test('that its timeout ends keeps what it printed, tells its fuel, and names the remedy', async () => {
    await using world = await open()
    const { token } = await world.profile({ limits: { fuel: 200_000 } })
    const view = await world.settled(await world.execute(token, endless, { language, timeout: 1 }))
    const error = expect.stringContaining('send a longer timeout')
    expect(view).toMatchObject({ status: 'timeout', stdout: 'begins\n', error })
    expect(fuel(view)).toBeGreaterThan(0)
  })
})

test.each([
  {
    language: 'javascript',
    script: `const rows = Array.from({ length: 300_000 }, (_, n) => ({ id: n, group: 'g' + (n % 100), amount: n }))
const sums = {}
for (const { group, amount } of rows) sums[group] = (sums[group] ?? 0) + amount
set_result(sums.g1)`,
  },
  {
    language: 'python',
    script: `rows = [{'id': n, 'group': f'g{n % 100}', 'amount': n} for n in range(300_000)]
sums = {}
for row in rows:
    sums[row['group']] = sums.get(row['group'], 0) + row['amount']
set_result(sums['g1'])`,
  },
] as const)('the limits of a new profile suffice to group 300,000 rows in $language', async ({ language, script }) => {
  await using world = await openScriptWorld({ runtime: language === 'python' ? python.runtime : runtime() })
  const { token } = await world.profile()
  const view = await world.settled(await world.execute(token, script, { language }))
  expect(view).toMatchObject({ status: 'completed', result: 449_853_000 })
})
