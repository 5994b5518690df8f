import { isReadable } from './llm-settings.ts'
import type { RealtimeSettings } from './outbound-settings.ts'
import type { Given, Variables } from './variables.ts'

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
