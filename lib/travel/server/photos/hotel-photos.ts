import { imageSize } from 'image-size'
import { LRUCache } from 'lru-cache'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import { actionRuleOf } from '#runner/contract/action-rule.ts'
import { newId } from '#runner/contract/ids.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { TravelConfig } from '#runner/contract/travel-config.ts'
import type { Clock, RandomBytes } from '#runner/core/ports.ts'
import type { EgressEngine, EgressResult } from '#runner/egress/session.ts'
import { effectivePermissions, nothing } from '#runner/policy/effective-permissions.ts'
import { providerOf } from '#runner/run/output.ts'

/** A picture that a browser can show without running anything. */
type Photo = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string }

/** By the format that the bytes have. SVG is not among them: it may hold scripts. */
const types = new Map([
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
])

/** A small file can hold a picture that needs gigabytes when a browser draws it. */
const maxSide = 10_000
const maxPixels = 40_000_000

type Answer = { readonly headers: ReadonlyArray<readonly [string, string]>; readonly body: Uint8Array }

/** The picture of an answer, if the server calls it one, its bytes are one of the same type, and it is not too large. */
function readPhoto({ headers, body }: Answer): Photo | undefined {
  const stated = headers
    .find(([name]) => name === 'content-type')?.[1]
    .split(';', 1)[0]
    ?.trim()
    .toLowerCase()
  const size = sizeOf(body)
  const type = types.get(size?.type ?? '')
  if (size === undefined || type === undefined || type !== stated) return undefined
  const { width, height } = size
  if (!(width > 0 && height > 0) || Math.max(width, height) > maxSide || width * height > maxPixels) return undefined
  return { bytes: Uint8Array.from(body), type }
}

function sizeOf(body: Uint8Array): ReturnType<typeof imageSize> | undefined {
  try {
    return imageSize(body)
  } catch {
    return undefined
  }
}

type Ports = {
  readonly skills: Pick<Registry, 'byCapability'>
  readonly config: TravelConfig
  readonly egress: Pick<EgressEngine, 'open'>
  readonly clock: Clock
  readonly randomBytes: RandomBytes
}

type PhotoRequest = {
  /** The skill whose result names the photo. */
  readonly skill: string
  readonly url: string
}

/** Photos of hotels, which pages load from the app and never from a provider. */
export type HotelPhotos = {
  read(principal: Principal, request: PhotoRequest, signal: AbortSignal): Promise<Outcome<Photo>>
}

const timeoutMs = 8_000
const maxBytes = 2 * 1024 * 1024
/** Kept for all travelers together. */
const maxKeptBytes = 48 * 1024 * 1024

/**
 * Reads photos through the egress engine, as the skill itself could: only from https hosts that the skill declared and
 * the operator approved, at public addresses, and redirects only to such hosts. A host with a credential is no host of
 * photos. Sends no cookie, credential or address of a traveler.
 */
export function createHotelPhotos({ skills, config, egress, clock, randomBytes }: Ports): HotelPhotos {
  const kept = new LRUCache<string, Photo>({ maxSize: maxKeptBytes, sizeCalculation: ({ bytes }) => bytes.length })

  /** The provider and its hosts of photos; undefined if the principal may not use the skill. */
  async function photoHosts(principal: Principal, skill: string) {
    const found = (await skills.byCapability('C-HOTEL-SEARCH')).find(({ manifest }) => manifest.name === skill)
    if (found === undefined) return undefined
    const { manifest, tier, approved } = found
    const action = actionRuleOf(manifest, 'search_hotels')
    const policy = effectivePermissions({ manifest, action, tier, approved, principal, config })
    if (!policy.ok) return undefined
    const credited = new Set(Object.values(manifest.credentials).map(({ host }) => host))
    const hosts = policy.grant.permissions.network.egress.filter((host) => !credited.has(host))
    return { provider: providerOf(manifest), hosts, limits: policy.grant.limits }
  }

  return {
    async read(principal, { skill, url }, signal) {
      const source = await photoHosts(principal, skill)
      if (source === undefined) return refuse('NOT_FOUND')
      const key = `${skill} ${url}`
      const known = kept.get(key)
      if (known !== undefined) return { ok: true, value: known }
      const startedAt = clock.monotonic()
      await using session = egress.open({
        execution: newId('exec', randomBytes),
        skill,
        fairKey: principal.id,
        isShare: true,
        grant: {
          permissions: { ...nothing, network: { egress: source.hosts, methods: ['GET'] } },
          limits: { ...source.limits, responseKb: maxBytes / 1024 },
          runtimes: [],
        },
        credentials: new Map(),
        uses: {},
        alsoHidden: [],
        rate: undefined,
        leftMs: () => timeoutMs - (clock.monotonic() - startedAt),
        signal,
      })
      const headers = [['accept', 'image/webp,image/jpeg,image/png']] as const
      const result = await session.fetch({ url, method: 'GET', headers, body: undefined, timeoutMs, follows: true })
      const photo = photoIn(result, source.provider)
      if (photo.ok) kept.set(key, photo.value)
      return photo
    },
  }
}

function photoIn(result: EgressResult, provider: string): Outcome<Photo> {
  if (result.kind === 'blocked' || result.kind === 'unconfigured') return refuse('NOT_FOUND')
  if (result.kind === 'failed' && result.reason === 'timeout')
    return refuse('API_TIMEOUT', { facts: { provider, limit: `${timeoutMs / 1000} s` } })
  const photo = result.kind === 'response' && result.status === 200 ? readPhoto(result) : undefined
  return photo === undefined ? refuse('API_UNAVAILABLE', { facts: { provider } }) : { ok: true, value: photo }
}
