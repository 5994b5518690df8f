import type { Json } from '../../../../contract/skill-io.ts'
import type { EgressMode } from '../../messages.ts'

/** One attempt to get out of a container. Each case is an entry of a list in `cases/`. */
export type BypassCase = {
  /** Shown in the evidence of `npm run security:evidence`. Unique in its list. */
  readonly tried: string
  /** Python: an expression, or statements that set `report`. It can use the helpers of `inside.py`, and `given`. */
  readonly attack: string
  readonly ends: BypassEnd
  /** The end in the mode `bridge`, if it differs. */
  readonly endsInBridge?: BypassEnd
  /** The modes of egress in which it is tried. Default: all. One mode is enough where only the gateway decides. */
  readonly modes?: readonly EgressMode[]
  /** Whether the attack has its own container. By default, attacks share one (see `shared-container.ts`). */
  readonly isAlone?: boolean
  /** The paths that the provider receives, in order. Default: none. */
  readonly provider?: readonly string[]
  /** Answers of public name servers for a declared name. Default: names resolve to the provider. */
  readonly resolves?: Readonly<Record<string, readonly string[]>>
}

export type BypassEnd =
  /** The execution ends with EGRESS_BLOCKED, and the reason in the log contains this text. */
  | { readonly blocked: string }
  /** The attack runs to its end and reports this. */
  | { readonly reports: Json }
  /** The attack reports one or more of these words and nothing else. Kernel, engine and mode of egress decide which. */
  | { readonly reportsOnly: readonly string[] }

/** What was tried and what was seen, in sentences that are the same on every machine. */
export type Evidence = { readonly mode: string; readonly group: string; readonly tried: string; readonly seen: string }

/** Facts about the outside world that the test passes to the attack: `given` in Python. */
export type Given = {
  /** Every address of this machine except its loopback, IPv4 and IPv6. */
  hostAddresses: string[]
  /** The port on which a server of the test listens, on all of these addresses. */
  hostPort: number
  otherContainer: { address: string; port: number }
  /** A concurrent execution that listens on a port and holds a placeholder. */
  neighbour: { addresses: string[]; port: number; placeholder: string }
}
