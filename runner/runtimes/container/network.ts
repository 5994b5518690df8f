import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hostCallsHost } from '../../contract/host-calls.ts'
import type { NetworkOptions } from './create-options.ts'
import type { GatewayExecution } from './gateway/gateway.ts'
import type { Owner } from './labels.ts'

/** The connection of one execution to its gateway, and to nothing else. Disposing it removes it completely. */
export type ContainerNetwork = AsyncDisposable & {
  readonly options: NetworkOptions
  /** Called once. Until then everything is denied. */
  assign(execution: GatewayExecution): void
  /** Ends open connections and denies everything afterwards. */
  close(): Promise<void>
}

/** A mode of egress: how containers reach their gateways. */
export type ContainerNetworks = AsyncDisposable & {
  readonly mode: NetworkOptions['mode']
  open(hosts: readonly string[], owner: Owner): Promise<ContainerNetwork>
  /** Whether the engine object with this name belongs to this mode and is in use. */
  uses(name: string): boolean
}

export const httpsPort = 443
export const dnsPort = 53

/** The unique names that a container may resolve. Ports are checked by the gateway. */
export function namesOf(hosts: readonly string[]): string[] {
  return [...new Set([...hosts.map((host) => host.replace(/:\d+$/, '')), hostCallsHost])]
}

/** Ports of declared hosts other than 443. The DNS port is never one of them. */
export function morePortsOf(hosts: readonly string[]): number[] {
  const ports = hosts.map((host) => Number(/:(\d+)$/.exec(host)?.[1] ?? httpsPort))
  return [...new Set(ports)].filter((port) => port !== httpsPort && port !== dnsPort)
}

/** On this address, a container's first process forwards connections and lookups to the gateway. */
const loopback = '127.0.0.1'

/**
 * Writes a `resolv.conf` that directs lookups to a container's own first process, and returns its path. All containers
 * of an instance share it.
 */
export async function writeResolvFile(folder: string): Promise<string> {
  return writeReadable(join(folder, 'resolv.conf'), `nameserver ${loopback}\nsearch .\noptions timeout:1 attempts:1\n`)
}

/** Writes a `hosts` file with the names that one container may resolve without a lookup, and returns its path. */
export async function writeHostsFile(folder: string, hosts: readonly string[]): Promise<string> {
  const lines = ['localhost', ...namesOf(hosts)].map((name) => `${loopback}\t${name}\n`)
  return writeReadable(join(folder, 'hosts'), lines.join(''))
}

/** The container's unprivileged user must be able to read it, whatever this process's umask is. */
async function writeReadable(file: string, text: string): Promise<string> {
  await writeFile(file, text)
  await chmod(file, 0o644)
  return file
}
