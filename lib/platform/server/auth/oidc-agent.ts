import { Agent } from 'node:http'
import { type RequestOptions, Agent as TlsAgent } from 'node:https'
import type { OidcSettings } from './auth.ts'

/**
 * Connects to the origin of the issuer and to port 443 of the listed hosts. The discovery document of a provider names
 * the addresses that get the client's secret and the tokens, so it must not choose another host. An agent for https
 * refuses plain http, which only an issuer on this machine may use.
 */
export function createOidcAgent({ issuer, hosts }: Pick<OidcSettings, 'issuer' | 'hosts'>): Agent {
  const { protocol, hostname, port } = new URL(issuer)
  const isTls = protocol === 'https:'
  const usual = isTls ? '443' : '80'
  const own = `${hostname.replace(/^\[|\]$/g, '')} ${port || usual}`
  const requirePinned = ({ host, port: asked }: RequestOptions) => {
    if (`${host} ${asked ?? usual}` === own || (isTls && hosts.includes(host ?? '') && Number(asked) === 443)) return
    throw new Error(
      `The identity provider names ${host}:${asked}, which is neither at OIDC_ISSUER nor in OIDC_HOSTS. Add the host there if it belongs to the provider.`,
    )
  }
  const made: Agent = isTls ? new TlsAgent() : new Agent()
  const connect = made.createConnection.bind(made)
  made.createConnection = (options, callback) => {
    requirePinned(options)
    return connect(options, callback)
  }
  return made
}
