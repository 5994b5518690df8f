import type { BoundCredentials } from '../contract/bound-credentials.ts'
import type { ExecutionId } from '../contract/ids.ts'
import type { OAuth2ClientCredentials } from '../contract/manifest.ts'
import type { DataLabel } from '../contract/skill-io.ts'
import type { Redactor } from '../redact/redact.ts'
import type { Grant } from '../skill.ts'

/** One request of a skill, before any check. Everything in it comes from the sandbox and is not trusted. */
export type EgressRequest = {
  readonly url: string
  readonly method: string
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: Uint8Array | undefined
  /** Counts only when it is shorter than what the session's deadline leaves. */
  readonly timeoutMs: number | undefined
}

export type EgressResult =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly headers: ReadonlyArray<readonly [string, string]>
      readonly body: Uint8Array
      /** After redirects, as the skill may see it: declared host, no credentials. */
      readonly url: string
    }
  /** Nothing undeclared was tried: the skill may catch this. */
  | {
      readonly kind: 'failed'
      readonly reason: 'network' | 'timeout' | 'too_large' | 'aborted'
      readonly message: string
    }
  /** Something undeclared was tried. Ends the execution (EGRESS_BLOCKED). `reason` is for the log. */
  | { readonly kind: 'blocked'; readonly reason: string }
  /** A credential the request needs has no value (NOT_CONFIGURED). */
  | { readonly kind: 'unconfigured'; readonly secret: string }

export type EgressSessionOptions = {
  readonly execution: ExecutionId
  readonly skill: string
  readonly grant: Grant
  /** What stands in the place of its secrets. Each goes where its hosts and the grant's have one in common. */
  readonly credentials: BoundCredentials
  /** The credentials of its manifest that the gateway uses by itself. */
  readonly oauth2: Readonly<Record<string, OAuth2ClientCredentials>>
  /** Values that it cannot send and that are hidden in what leaves it all the same. */
  readonly alsoHidden: readonly string[]
  readonly rate: { readonly per_second: number; readonly min_interval_ms: number } | undefined
  /** Monotonic milliseconds; every fetch fails (`timeout`) 500 ms before it. */
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

/** The network as one execution may use it. Denies everything once it is closed. */
export type EgressSession = {
  /** Placeholders of the granted secrets, by name. Others for each execution; worthless outside it. */
  readonly placeholders: Readonly<Record<string, string>>
  fetch(request: EgressRequest): Promise<EgressResult>
  /**
   * Hides the real values of this session, and what looks like a credential, in what leaves the runner. Knows each token
   * from the moment that the session got it.
   */
  readonly redact: Pick<Redactor, 'text' | 'json' | 'jsonStream'>
  /** The least real label of the upstreams that were asked (`sample` < `test` < `live`); none asked: `undefined`. */
  data(): DataLabel | undefined
  [Symbol.asyncDispose](): Promise<void>
}

export type EgressEngine = {
  open(options: EgressSessionOptions): EgressSession
  /** Resolves when the engine can do its work (say, its policy answers); else rejects with the reason. */
  probe(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
