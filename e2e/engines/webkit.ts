import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { findFreePort } from '../../scripts/free-port.ts'
import { type Engine, type EngineOptions, jsonOf, startProgram } from './engine.ts'

const answerSchema = z.object({ value: z.unknown() })
const refusalSchema = z.object({ message: z.string() })
const sessionSchema = z.object({ sessionId: z.string() })

/** Starts the small browser of WebKitGTK on a virtual screen, and drives it through WebDriver. */
export async function startWebKit({ width, height, home }: EngineOptions): Promise<Engine> {
  await using opened = new AsyncDisposableStack()
  const size = `${width}x${height + 100}x24`
  const screen = startProgram(opened, ['Xvfb', '-displayfd', '1', '-screen', '0', size, '-nolisten', 'tcp'], {})
  const [display] = await once(screen, 'data')
  // Without a locale, pages would see the language "C".
  execFileSync('localedef', ['-i', 'en_US', '-f', 'UTF-8', join(home, 'en_US.UTF-8')])
  const port = await findFreePort()
  startProgram(opened, ['WebKitWebDriver', `--port=${port}`], {
    DISPLAY: `:${String(display).trim()}`,
    HOME: home,
    LOCPATH: home,
    LC_ALL: 'en_US.UTF-8',
    LIBGL_ALWAYS_SOFTWARE: '1',
  }).resume()
  const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body ? JSON.stringify(body) : null })
    const { value } = answerSchema.parse(await answer.json())
    if (!answer.ok) throw new Error(refusalSchema.parse(value).message)
    return value
  }
  const listens = async () => {
    try {
      return await send('GET', '/status')
    } catch {
      return undefined
    }
  }
  while (!(await listens())) await wait(50)
  const { sessionId } = sessionSchema.parse(await send('POST', '/session', { capabilities: {} }))
  const session = `/session/${sessionId}`
  opened.defer(async () => {
    await send('DELETE', session)
  })
  await send('POST', `${session}/window/rect`, { width, height })
  const running = opened.move()
  return {
    // Its driver reports no errors of pages: `way.ts` collects them.
    errors: [],
    async open(url) {
      await send('POST', `${session}/url`, { url })
    },
    async evaluate(expression) {
      const asked = { script: `return ${jsonOf(expression)}`, args: [] }
      return JSON.parse(z.string().parse(await send('POST', `${session}/execute/sync`, asked)))
    },
    async perform(actions) {
      await send('POST', `${session}/actions`, { actions })
    },
    async picture() {
      return Buffer.from(z.base64().parse(await send('GET', `${session}/screenshot`)), 'base64')
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
