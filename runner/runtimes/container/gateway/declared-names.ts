import { hostCallsHost, platformDomain } from '../../../contract/host-calls.ts'
import { canonicalHost } from '../../../egress/target.ts'
import type { GatewayExecution } from './gateway.ts'

/** The names that one container may use, in lower case. */
export type DeclaredNames = {
  has(name: string): boolean
  hasAt(name: string, port: number): boolean
  readonly all: readonly string[]
}

export function declaredNames({ hosts, hostCalls }: Pick<GatewayExecution, 'hosts' | 'hostCalls'>): DeclaredNames {
  const isOfThePlatform = (name: string) => name === platformDomain || name.endsWith(`.${platformDomain}`)
  const outside = hosts.map(canonicalHost).filter((host) => !isOfThePlatform(nameOf(host)))
  const declared = new Set(hostCalls ? [...outside, hostCallsHost] : outside)
  const names = new Set([...declared].map(nameOf))
  return {
    has: (name) => names.has(name),
    hasAt: (name, port) => declared.has(canonicalHost(`${name}:${port}`)),
    all: [...names],
  }
}

function nameOf(host: string): string {
  return host.replace(/:\d+$/, '')
}
