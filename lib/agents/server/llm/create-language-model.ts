import * as z from 'zod'
import type { LlmSettings } from '#lib/platform/server/env/llm-settings.ts'
import { readBounded } from '#lib/platform/server/http/read-bounded.ts'
import { withoutHidden } from '#runner/contract/hidden-text.ts'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import type { CredentialBroker, LanguageModel, Log, Prediction } from '#runner/core/ports.ts'
import { createRedactor } from '#runner/redact/redact.ts'
import { storedKey } from './stored-key.ts'

/** The maximum of bytes that are read from an answer, and of characters that a skill gets. */
const maxBytes = 1024 * 1024
const longestText = 256 * 1024
/** Caps the timeout, because an unbounded time limit would exceed the longest timer of Node. */
const longestWaitMs = 600_000

const Completion = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string().min(1) }) })], z.unknown()),
  // Not every server counts tokens, and a wrong count must not cost the answer.
  usage: z.object({ total_tokens: z.int().nonnegative() }).optional().catch(undefined),
})

type LanguageModelPorts = {
  /** Returns the value of the credential that the settings name. */
  readonly broker: Pick<CredentialBroker, 'bind'>
  readonly log: Pick<Log, 'warn'>
}

/**
 * The operator's model at an OpenAI-compatible server (`POST …/chat/completions`). The server is the operator's choice
 * and may be on a private network, but its answers are untrusted: their size, form and characters are checked, and the
 * key is removed from them. Redirects are not followed, so the key reaches no other server.
 */
export function createLanguageModel(settings: LlmSettings, { broker, log }: LanguageModelPorts): LanguageModel {
  const address = `${settings.url}/chat/completions`
  const failed = (reason: Failure['reason'], message: string): Failure => {
    log.warn('the language model gave no answer', { reason, message })
    return { kind: 'failed', reason, message }
  }

  async function predict(prompt: string, signal: AbortSignal): Promise<Prediction> {
    const { credential, url } = settings
    const key = settings.key ?? (credential === undefined ? undefined : await storedKey(broker, credential, url))
    if (key === null) return failed('unavailable', `The credential of the language model is not usable: ${remedy}`)
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model: settings.model, messages: [{ role: 'user', content: prompt }], stream: false }),
      redirect: 'manual',
      signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      return failed('unavailable', `The language model answered with status ${response.status}`)
    }
    const bytes = await readBounded(response, maxBytes)
    if (bytes === undefined) return failed('too_large', `The answer of the language model is over ${maxBytes} bytes`)
    const completion = completionIn(bytes)
    if (completion === undefined) return failed('unavailable', 'The answer of the language model is not a completion')
    const { text, tokens } = completion
    const redacted = key === undefined ? text : createRedactor([key]).json(text)
    if (typeof redacted !== 'string' || redacted.length > longestText) {
      return failed('too_large', `The answer of the language model is over ${longestText} characters`)
    }
    return { kind: 'text', text: redacted, ...(tokens === undefined ? {} : { tokens }) }
  }

  return {
    async predict(prompt, { signal, timeoutMs }) {
      const late = AbortSignal.timeout(Math.min(Math.floor(timeoutMs), longestWaitMs))
      try {
        return await predict(prompt, AbortSignal.any([signal, late]))
      } catch {
        // The error is not passed on: it may contain the address of the operator's server.
        if (signal.aborted) return { kind: 'failed', reason: 'aborted', message: 'The execution has ended' }
        if (late.aborted) return failed('timeout', 'The language model gave no answer in time')
        return failed('unavailable', 'The language model could not be reached')
      }
    },
  }
}

type Failure = Extract<Prediction, { kind: 'failed' }>

const remedy = 'it needs a value of at least 8 characters, and the host of TRAVEL_LLM_URL among its hosts'

/** Undefined: the bytes are not a completion with a text. */
function completionIn(bytes: Uint8Array): { readonly text: string; readonly tokens: number | undefined } | undefined {
  const { data } = Completion.safeParse(jsonOrNot(Buffer.from(bytes).toString('utf8')))
  if (data === undefined) return undefined
  return { text: withoutHidden(data.choices[0].message.content), tokens: data.usage?.total_tokens }
}
