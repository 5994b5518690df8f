import type { Duplex } from 'node:stream'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { HostOp } from '../../../contract/journal.ts'
import type { Json } from '../../../contract/skill-io.ts'
import type { HostAnswer } from '../../runtime.ts'

/** The one execution that a gateway serves. */
export type GatewayExecution = {
  /** Declared egress, `host` or `host:port` as the manifest has it. */
  readonly hosts: readonly string[]
  /** Whether the image's harness makes host calls by `POST https://runner.travel.internal/call`. */
  readonly hostCalls: boolean
  /** Placeholders by name of the secret; null: withheld. */
  readonly secrets: Readonly<Record<string, string | null>>
  /** Never throws, as `HostSeam.call`. */
  call(op: HostOp, args: Json): Promise<HostAnswer>
  /** The container did something that was not declared. The execution ends, EGRESS_BLOCKED. Called once at most. */
  violation(reason: string): void
  /** A host call ended the execution. Called once at most, and not after `violation`. */
  ended(code: ErrorCode, reason: string): void
}

/**
 * All that one container can reach. Until it is assigned, after a violation or an end, and once disposed of, it denies
 * everything: connections are closed, lookups refused.
 */
export type ContainerGateway = AsyncDisposable & {
  /** Resolves with what the container tried before it was assigned; one that waited as it should never resolves it. */
  readonly early: Promise<string>
  /** Takes a connection that the container made to this port of any declared host. */
  accept(socket: Duplex, port?: number): void
  /**
   * Takes a connection without TLS, to the declared host that its first request names. It came by a way that nobody else
   * can listen on: there is nothing that TLS could prove or hide.
   */
  acceptPlain(socket: Duplex): void
  /** Answers one DNS message by another. */
  resolve(query: Uint8Array): Uint8Array
  /** Once. */
  assign(execution: GatewayExecution): void
}

export type GatewayLimits = {
  /** Connections open at once; those on top of it are closed. */
  readonly connections: number
  /**
   * Requests at work at once, from the first byte of a body to the last byte of the answer. The others wait unread. A
   * harness makes up to 8 calls at once, which wait for each other's turn: with fewer places, for ever.
   */
  readonly requestsAtOnce: number
  readonly handshakeTimeoutMs: number
  /** How long a connection may take to its next whole request head. */
  readonly idleTimeoutMs: number
  /** How long the body of a request may take. */
  readonly bodyTimeoutMs: number
  /** How long the reading of an answer may take. */
  readonly answerTimeoutMs: number
  readonly lookupsPerSecond: number
}

export const defaultGatewayLimits: GatewayLimits = {
  connections: 64,
  requestsAtOnce: 8,
  handshakeTimeoutMs: 10_000,
  idleTimeoutMs: 120_000,
  bodyTimeoutMs: 30_000,
  answerTimeoutMs: 60_000,
  lookupsPerSecond: 100,
}
