import type { RealtimeSettings } from './outbound-settings.ts'
import type { Given, Variables } from './variables.ts'

/** The operator's language model. Without key and credential, requests have no Authorization header. */
export type LlmSettings = {
  /** The base URL, without a trailing slash. */
  readonly url: string
  readonly model: string
  readonly key: string | undefined
  /** The name of the credential whose value is the key. */
  readonly credential: string | undefined
}

const others = ['TRAVEL_LLM_MODEL', 'TRAVEL_LLM_KEY', 'TRAVEL_LLM_CREDENTIAL'] as const

/** One sentence for each problem that would stop the model from answering, or reveal its key. */
export function llmProblems(given: Given): string[] {
  const { TRAVEL_LLM_URL: url, TRAVEL_LLM_MODEL: model, TRAVEL_LLM_KEY: key, TRAVEL_LLM_CREDENTIAL: credential } = given
  const present = others.filter((name) => given[name] !== undefined)
  if (given.TRAVEL_SECOND_OPINION === 'on' && (url === undefined || credential !== undefined)) {
    return ['TRAVEL_SECOND_OPINION is on: set TRAVEL_LLM_URL, and TRAVEL_LLM_KEY instead of TRAVEL_LLM_CREDENTIAL.']
  }
  if (url === undefined) {
    return present.length === 0 ? [] : [`TRAVEL_LLM_URL is missing, but ${present.join(' and ')} is set.`]
  }
  return [
    ...(model === undefined ? ['TRAVEL_LLM_MODEL is missing: the server at TRAVEL_LLM_URL needs it.'] : []),
    ...(key !== undefined && credential !== undefined
      ? ['TRAVEL_LLM_KEY and TRAVEL_LLM_CREDENTIAL are both set: set one of them.']
      : []),
    ...((key ?? credential) !== undefined && isReadable(url)
      ? ['TRAVEL_LLM_URL is invalid: with a key, use https, or a server on this machine.']
      : []),
  ]
}

/** Whether others could read a key that is sent to this URL. */
export function isReadable(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}

/** The model's settings, from variables without problems. Undefined: no model is configured. */
export function llmOf(values: Variables): LlmSettings | undefined {
  const {
    TRAVEL_LLM_URL: url,
    TRAVEL_LLM_MODEL: model,
    TRAVEL_LLM_KEY: key,
    TRAVEL_LLM_CREDENTIAL: credential,
  } = values
  return url !== undefined && model !== undefined ? { url, model, key, credential } : undefined
}

/** One sentence for each problem that would stop sessions from starting, or reveal their key. */
export function realtimeProblems({
  TRAVEL_REALTIME_MODEL: model,
  TRAVEL_REALTIME_URL: url,
  TRAVEL_REALTIME_CREDENTIAL: credential,
}: Given): string[] {
  const present = [
    ...(url === undefined ? [] : ['TRAVEL_REALTIME_URL']),
    ...(credential === undefined ? [] : ['TRAVEL_REALTIME_CREDENTIAL']),
  ]
  return [
    ...(model === undefined && present.length > 0
      ? [`TRAVEL_REALTIME_MODEL is missing, but ${present.join(' and ')} is set.`]
      : []),
    ...(url !== undefined && isReadable(url)
      ? ['TRAVEL_REALTIME_URL is invalid: use https, or a server on this machine.']
      : []),
  ]
}

/** The settings of sessions, from variables without problems. Undefined: agents cannot start sessions. */
export function realtimeOf({
  TRAVEL_REALTIME_MODEL: model,
  TRAVEL_REALTIME_URL: url,
  TRAVEL_REALTIME_CREDENTIAL: credential,
}: Variables): RealtimeSettings | undefined {
  return model === undefined ? undefined : { model, url, credential }
}
