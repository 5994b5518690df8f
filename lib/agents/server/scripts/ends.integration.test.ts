import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenPython, openEmbeddedPython } from './testing/embedded-python.ts'
import { openScriptWorld } from './testing/script-world.ts'
import { shareRuntime } from './testing/shared-runtime.ts'

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

  test('that its timeout ends keeps what it printed and tells its fuel', async () => {
    await using world = await open()
    const { token } = await world.profile({ limits: { fuel: 200_000 } })
    const view = await world.settled(await world.execute(token, endless, { language, timeout: 1 }))
    expect(view).toMatchObject({ status: 'timeout', stdout: 'begins\n' })
    expect(fuel(view)).toBeGreaterThan(0)
  })
})
