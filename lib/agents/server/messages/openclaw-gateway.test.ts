import { expect, test } from 'vitest'
import { openReceiver } from './channels/testing/receiver.ts'
import { createOpenClawGateway } from './openclaw-gateway.ts'

const token = 's3cret-token-of-the-gateway'
const payload = { tool: 'sessions_list', args: { limit: 1 } }
const limits = { signal: new AbortController().signal, timeoutMs: 30_000 }

async function postTo(reply: Parameters<typeof openReceiver>[0], { signal, timeoutMs } = limits) {
  await using receiver = await openReceiver(reply)
  const logged: unknown[] = []
  const gateway = createOpenClawGateway(
    { url: `${receiver.url}/base/`, token },
    { warn: (message, fields) => void logged.push([message, fields]) },
  )
  const answer = await gateway.post(payload, { signal, timeoutMs })
  expect(JSON.stringify([answer, logged])).not.toContain(token)
  expect(JSON.stringify([answer, logged])).not.toContain(receiver.url)
  return { answer, received: receiver.received }
}

test('posts the payload with the token, and returns the answer', async () => {
  const { answer, received } = await postTo(() => ({ body: { ok: true, result: [1] } }))
  expect(answer).toEqual({ ok: true, value: { ok: true, result: [1] } })
  expect(received).toMatchObject([
    { method: 'POST', path: '/base/tools/invoke', headers: { authorization: `Bearer ${token}` }, body: payload },
  ])
})

test('follows no redirect, so that the token goes nowhere else', async () => {
  const { answer, received } = await postTo(() => ({ status: 307, headers: { location: '/elsewhere' } }))
  expect(answer).toMatchObject({ ok: false, message: 'the gateway answered with status 307' })
  expect(received).toHaveLength(1)
})

test('removes the token and hidden characters from an answer, and discards an oversized answer', async () => {
  const echo = await postTo(({ headers }) => ({ body: { text: `\u202eYou sent ${headers.authorization}` } }))
  expect(echo.answer).toEqual({ ok: true, value: { text: 'You sent Bearer [REDACTED...eway]' } })
  const large = await postTo(() => ({ body: { text: 'x'.repeat(70_000) } }))
  expect(large.answer).toMatchObject({ ok: false, message: expect.stringContaining('over 65536 bytes') })
})

test('reports a missing answer without the address of the gateway', async () => {
  const late = await postTo(() => undefined, { ...limits, timeoutMs: 50 })
  expect(late.answer).toEqual({ ok: false, message: 'the gateway gave no answer in time' })
  const left = await postTo(() => undefined, { ...limits, signal: AbortSignal.abort() })
  expect(left.answer).toEqual({ ok: false, message: 'the gateway could not be reached' })
})
