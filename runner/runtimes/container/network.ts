import { hostCallsHost } from '../../contract/host-calls.ts'
import type { NetworkOptions } from './create-options.ts'
import type { GatewayExecution } from './gateway/gateway.ts'
import type { Owner } from './labels.ts'

/** One execution's way to its gateway, and to nothing else. Disposing it leaves nothing of it behind. */
export type ContainerNetwork = AsyncDisposable & {
  readonly options: NetworkOptions
  /** Resolves with what the container tried before it was assigned. */
  readonly early: Promise<string>
  /** Once. Everything is denied before. */
  assign(execution: GatewayExecution): void
  /** Ends what is open, and denies everything from here on. */
  close(): Promise<void>
}

/** A mode of egress: how a container is joined to its gateway. */
export type ContainerNetworks = AsyncDisposable & {
  readonly mode: NetworkOptions['mode']
  open(hosts: readonly string[], owner: Owner): Promise<ContainerNetwork>
  /** Whether something on the engine, by its name, is this mode's and in use. */
  uses(name: string): boolean
}

export const httpsPort = 443
export const dnsPort = 53

/** Names that a container may resolve, each once. Ports are the gateway's affair. */
export function namesOf(hosts: readonly string[]): string[] {
  return [...new Set([...hosts.map((host) => host.replace(/:\d+$/, '')), hostCallsHost])]
}

/** Ports beside 443 that declared hosts have. That of DNS is never one. */
export function morePortsOf(hosts: readonly string[]): number[] {
  const ports = hosts.map((host) => Number(/:(\d+)$/.exec(host)?.[1] ?? httpsPort))
  return [...new Set(ports)].filter((port) => port !== httpsPort && port !== dnsPort)
}
