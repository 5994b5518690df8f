import * as z from 'zod'
import { FetchHead } from '../contract/operations/fetch.ts'
import type { PastCall } from './recall.ts'

const WithUrl = z.object({ url: z.string() })

/** The hosts whose responses an execution got, each with its port unless that is 443. */
export function queriedHosts(past: ReadonlyMap<number, PastCall>): readonly string[] {
  const hosts = new Set<string>()
  for (const { entry, answer } of past.values()) {
    if (entry.op !== 'fetch' || answer?.kind !== 'value') continue
    // A redirect may lead to another host, and the journal has no URL of a request that is too long for it.
    for (const { data } of [WithUrl.safeParse(entry.args), FetchHead.safeParse(answer.value)]) {
      const url = URL.parse(data?.url ?? '')
      if (url !== null) hosts.add(url.host)
    }
  }
  return [...hosts]
}
