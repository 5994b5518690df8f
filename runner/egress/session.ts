import type { BoundCredentials, SignatureKind } from '../contract/bound-credentials.ts'
import type { Blocked } from '../contract/end-cause.ts'
import type { ExecutionId } from '../contract/ids.ts'
import type { CredentialUse, SkillManifest } from '../contract/manifest.ts'
import type { DataLabel } from '../contract/skill-io.ts'
import type { Grant } from '../core/skill.ts'
import type { Redactor } from '../redact/redact.ts'

/** One unchecked request of a skill. It comes from the sandbox and is untrusted. */
export type EgressRequest = {
  readonly url: string
  readonly method: string
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: Uint8Array | undefined
  /** Used only if it is shorter than the time until the execution's deadline. */
  readonly timeoutMs: number | undefined
  /** The latest start, in milliseconds after that of the execution. `undefined`: the request waits for its turn. */
  readonly startByMs?: number | undefined
  /** Whether it follows redirects. Otherwise a redirect is the response, with the full URL as its location. */
  readonly follows: boolean
}

export type EgressResult =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly headers: ReadonlyArray<readonly [string, string]>
      readonly body: Uint8Array
      /** The URL after redirects, as the skill may see it: declared host, no credentials. */
      readonly url: string
    }
  /** The request did not violate the grant, so the skill may catch this error. */
  | {
      readonly kind: 'failed'
      /** `paced`: the rate of the provider gave the request no turn until its latest start. */
      readonly reason: 'network' | 'timeout' | 'too_large' | 'aborted' | 'paced'
      readonly message: string
    }
  /** The request violated the grant. Ends the execution (EGRESS_BLOCKED). */
  | Blocked
  /** A credential that the request needs has no value (NOT_CONFIGURED). */
  | { readonly kind: 'unconfigured'; readonly secret: string }

export type EgressSessionOptions = {
  readonly execution: ExecutionId
  readonly skill: string
  /** Requests of different keys take turns. */
  readonly fairKey: string
  /** Whether the key has only a share of the rate of a provider. Absent: it may use all of it. */
  readonly isShare?: boolean
  readonly grant: Grant
  /** The bound values of the secrets. Each is sent only to hosts that both the credential and the grant name. */
  readonly credentials: BoundCredentials
  /** The manifest's credentials, which the gateway adds to requests itself. */
  readonly uses: Readonly<Record<string, CredentialUse>>
  /** Further values to redact from everything that leaves the runner. The skill cannot send them. */
  readonly alsoHidden: readonly string[]
  /**
   * The placeholders of the execution's earlier sessions, by secret: the skill has them already, also if another
   * instance made them. Absent: none.
   */
  readonly placeholders?: Readonly<Record<string, string | null>> | undefined
  /** The hosts that the execution queried in earlier sessions. Absent: none. */
  readonly queriedHosts?: readonly string[] | undefined
  readonly rate: SkillManifest['rate']
  /** How long the answers to GET requests are shared with other executions of the skill. Absent: not at all. */
  readonly sharedMs?: number
  /** Milliseconds until the execution's deadline. Each fetch times out at the latest 500 ms before the deadline. */
  readonly leftMs: () => number
  readonly signal: AbortSignal
}

/**
 * `unknown`: not granted. `managed`: only the gateway uses it. `unapproved`: nobody has approved this kind of signature.
 * `unconfigured`: it has no value.
 */
export type SigningKey =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'unknown' | 'managed' | 'unapproved' | 'unconfigured' }

/** The network of one execution. Denies every request once closed. */
export type EgressSession = {
  /**
   * The text that the skill gets for each granted name: a placeholder, or the value of a setting. Placeholders differ
   * for each execution and are useless outside it.
   */
  readonly placeholders: Readonly<Record<string, string>>
  fetch(request: EgressRequest): Promise<EgressResult>
  /** Whether the deadline of the execution, and not its own time limit, ended a request. */
  outOfTime(): boolean
  /** What the platform may sign with for the skill. Never returned to the skill. */
  keyFor(name: string, kind: SignatureKind): SigningKey
  /** Hides a signature that was made for the skill, from now on, in everything that leaves the runner. */
  hideMade(forms: readonly string[]): void
  /**
   * Hides the real values of this session, and text that looks like a credential, in everything that leaves the runner.
   * Knows each token from the moment that the session obtained it.
   */
  readonly redact: Pick<Redactor, 'text' | 'textSteps' | 'json' | 'jsonSteps' | 'known' | 'lines' | 'openLines'>
  /**
   * The least real label of the queried upstreams (`sample` < `test` < `live`), of earlier sessions too. `undefined`:
   * none was queried.
   */
  data(): DataLabel | undefined
  /** When a provider gave the oldest shared answer, in milliseconds since the epoch. `undefined`: there is none. */
  oldestMs(): number | undefined
  [Symbol.asyncDispose](): Promise<void>
}

export type EgressEngine = {
  open(options: EgressSessionOptions): EgressSession
  /**
   * Resolves when the engine works (for example, its policy gives correct verdicts). Rejects with the reason otherwise.
   */
  probe(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
