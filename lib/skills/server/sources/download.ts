import { newId } from '#runner/contract/ids.ts'
import { EgressHost } from '#runner/contract/manifest.ts'
import type { Clock, RandomBytes } from '#runner/core/ports.ts'
import type { EgressEngine, EgressResult } from '#runner/egress/session.ts'
import { nothing } from '#runner/policy/effective-permissions.ts'
import { refuse, type SourceRefusal, shown } from './source-refusal.ts'

type DownloadRequest = {
  readonly url: string
  /** What is downloaded, as a fact of refusals. */
  readonly what: string
  readonly maxBytes: number
  readonly headers?: ReadonlyArray<readonly [string, string]>
  /** Present: a POST, which follows no redirect. */
  readonly body?: Uint8Array
}

/** `url`: after redirects. */
export type Downloaded = { readonly ok: true; readonly body: Uint8Array; readonly url: string }

export type Download = (request: DownloadRequest) => Promise<Downloaded | SourceRefusal>

export type DownloadPorts = {
  readonly egress: EgressEngine
  readonly clock: Clock
  readonly randomBytes: RandomBytes
}

const maxRedirects = 5
/** For all requests of one operation together, so that a slow source cannot hold it for longer. */
const totalMs = 60_000

/**
 * Downloads for one operation, within its total time. Every hop is a request of its own to the egress engine, which
 * grants it one host: https only, no addresses, and no name that resolves to one that is not public. A source may
 * redirect to another public host, because it answers for what it sends.
 */
export function openDownloads({ egress, clock, randomBytes }: DownloadPorts, signal: AbortSignal): Download {
  const startedAt = clock.monotonic()
  const leftMs = () => totalMs - (clock.monotonic() - startedAt)

  async function send({ body, headers = [], maxBytes }: DownloadRequest, url: URL): Promise<EgressResult> {
    await using session = egress.open({
      execution: newId('exec', randomBytes),
      skill: 'skill-sources',
      fairKey: 'skill-sources',
      grant: {
        permissions: { ...nothing, network: { egress: [url.host], methods: ['GET', 'POST'] } },
        limits: {
          timeoutMs: totalMs,
          memoryMb: 0,
          cpus: 0,
          fuel: 0,
          outputKb: 0,
          hostCalls: 0,
          hostCallsInFlight: 0,
          responseKb: maxBytes / 1024,
        },
        runtimes: [],
      },
      credentials: new Map(),
      uses: {},
      alsoHidden: [],
      rate: undefined,
      leftMs,
      signal,
    })
    const method = body === undefined ? 'GET' : 'POST'
    return await session.fetch({ url: url.href, method, headers, body, timeoutMs: undefined, follows: false })
  }

  return async (request) => {
    let url = new URL(request.url)
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const { host } = url
      if (!EgressHost.safeParse(host).success) return refuse('blocked', { host, detail: 'not a full host name' })
      const result = await send(request, url)
      switch (result.kind) {
        case 'blocked':
          return refuse('blocked', { host, detail: shown(result.reason) })
        case 'unconfigured':
          return refuse('unreachable', { host, detail: 'a credential is needed' })
        case 'failed':
          if (result.reason === 'too_large')
            return refuse('too_large', { what: request.what, limitBytes: request.maxBytes })
          if (result.reason === 'timeout') return refuse('timeout', { host, seconds: totalMs / 1000 })
          if (result.reason === 'aborted') return refuse('aborted', { host })
          return refuse('unreachable', { host, detail: shown(result.message) })
        case 'response': {
          const { status, headers, body } = result
          const location = headers.find(([name]) => name === 'location')?.[1]
          if (status >= 300 && status < 400 && location !== undefined && request.body === undefined) {
            if (!URL.canParse(location)) return refuse('malformed', { what: 'redirect', detail: shown(location) })
            url = new URL(location)
            continue
          }
          // Git servers answer 401 for a repository that does not exist or is not public.
          if ([401, 403, 404, 410].includes(status)) return refuse('not_found', { what: shown(url.href), status })
          if (status !== 200) return refuse('status', { url: shown(url.href), status })
          return { ok: true, body, url: url.href }
        }
      }
    }
    return refuse('malformed', { what: 'redirect', detail: `more than ${maxRedirects}` })
  }
}
