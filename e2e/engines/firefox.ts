import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { type Engine, type EngineOptions, jsonOf, startProgram } from './engine.ts'

const messageSchema = z.union([
  z.object({ type: z.literal('success'), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.number(), message: z.string() }),
  z.object({ type: z.literal('event'), params: z.object({ level: z.string(), text: z.string().nullable() }) }),
])
const treeSchema = z.object({ contexts: z.tuple([z.object({ context: z.string() })]) })
const valueSchema = z.union([
  z.object({ result: z.object({ value: z.string() }) }),
  z.object({ exceptionDetails: z.object({ text: z.string() }) }),
])
const pictureSchema = z.object({ data: z.base64() })

/**
 * What Firefox reports when a page is left that still loads: an aborted font, and an answer of a service worker that
 * nobody reads, also of a worker that only calls `fetch`.
 */
const leftPage = /status=2152398850|A ServiceWorker intercepted the request and encountered an unexpected error/

/** Starts a headless Firefox, and drives it through WebDriver BiDi, which it speaks without a driver. */
export async function startFirefox({ width, height, home }: EngineOptions): Promise<Engine> {
  await using opened = new AsyncDisposableStack()
  const command = ['firefox-esr', '--headless', '--profile', home, '--remote-debugging-port', '0'] as const
  const address = await addressOf(startProgram(opened, command, { HOME: home }, 'stderr'))
  const errors: string[] = []
  const send = await connect(address, (text) => leftPage.test(text) || errors.push(text))
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = treeSchema.parse(await send('browsingContext.getTree', {}))
  const [{ context }] = contexts
  await send('browsingContext.setViewport', { context, viewport: { width, height } })
  const running = opened.move()
  return {
    errors,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async evaluate(expression) {
      const asked = { expression: jsonOf(expression), target: { context }, awaitPromise: true }
      const answer = valueSchema.parse(await send('script.evaluate', asked))
      if ('exceptionDetails' in answer) throw new Error(answer.exceptionDetails.text)
      return JSON.parse(answer.result.value)
    },
    async perform(actions) {
      await send('input.performActions', { context, actions })
    },
    async picture() {
      const { data } = pictureSchema.parse(await send('browsingContext.captureScreenshot', { context }))
      return Buffer.from(data, 'base64')
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** The address that Firefox prints when it listens. */
async function addressOf(output: Readable): Promise<string> {
  for await (const line of createInterface(output)) {
    const [, address] = /^WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    if (address === undefined) continue
    output.resume()
    return address
  }
  throw new Error('Firefox has ended before it listened.')
}

async function connect(address: string, onError: (text: string) => void) {
  const socket = new WebSocket(`${address}/session`)
  const waiting: PromiseWithResolvers<unknown>[] = []
  socket.addEventListener('message', ({ data }) => {
    const message = messageSchema.parse(JSON.parse(String(data)))
    if (message.type === 'success') waiting[message.id]?.resolve(message.result)
    else if (message.type === 'error') waiting[message.id]?.reject(new Error(message.message))
    else if (message.params.level === 'error') onError(String(message.params.text))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting) reject(new Error('Firefox has ended.'))
  })
  await once(socket, 'open')
  return (method: string, params: object): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>()
    socket.send(JSON.stringify({ id: waiting.push(answer) - 1, method, params }))
    return answer.promise
  }
}
