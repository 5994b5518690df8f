import type { GatewaySettings } from '#lib/platform/server/env/outbound-settings.ts'
import { cleanJson } from '#lib/platform/server/http/clean-text.ts'
import { readBounded } from '#lib/platform/server/http/read-bounded.ts'
import { Json } from '#runner/contract/skill-io.ts'
import type { Gateway, Log } from '#runner/core/ports.ts'
import { createRedactor } from '#runner/redact/redact.ts'

const maxBytes = 64 * 1024

/** The URL at which an OpenClaw gateway runs one of its tools directly, without its model. */
export const toolsAddress = (url: string): URL => new URL(`${url.replace(/\/+$/, '')}/tools/invoke`)

/**
 * Posts to the operator's OpenClaw gateway and follows no redirect, so that the token goes nowhere else. A post calls
 * one of the gateway's tools directly, because the gateway's model might follow instructions in a stranger's text. The
 * answer is untrusted: its size is limited, and hidden characters and the token are removed.
 */
export function createOpenClawGateway({ url, token }: GatewaySettings, log: Pick<Log, 'warn'>): Gateway {
  const redactor = createRedactor([token])
  const failed = (message: string) => {
    log.warn('the OpenClaw gateway gave no answer to a skill', { message })
    return { ok: false, message } as const
  }
  return {
    async post(payload, { signal, timeoutMs }) {
      const late = AbortSignal.timeout(Math.floor(timeoutMs))
      try {
        const response = await fetch(toolsAddress(url), {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify(payload),
          redirect: 'manual',
          signal: AbortSignal.any([signal, late]),
        })
        if (!response.ok) {
          await response.body?.cancel()
          return failed(`the gateway answered with status ${response.status}`)
        }
        const bytes = await readBounded(response, maxBytes)
        if (bytes === undefined) return failed(`the answer of the gateway is over ${maxBytes} bytes`)
        return { ok: true, value: redactor.json(answerIn(bytes)) }
      } catch {
        // The error is not passed on: it may contain the address of the operator's gateway.
        return failed(late.aborted ? 'the gateway gave no answer in time' : 'the gateway could not be reached')
      }
    },
  }
}

/** The JSON of the answer, or its text. */
function answerIn(bytes: Uint8Array): Json {
  const text = Buffer.from(bytes).toString('utf8')
  try {
    return Json.parse(cleanJson(JSON.parse(text)))
  } catch {
    return cleanJson(text)
  }
}
