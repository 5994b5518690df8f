import { isWithheld } from '#runner/contract/bound-credentials.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import type { CredentialBroker } from '#runner/core/ports.ts'
import { canonicalHost } from '#runner/egress/target.ts'

/** A shorter key could not be redacted from answers, because it might equal an ordinary word. */
const shortestKey = 8

const instance = principalFrom('main', { id: 'instance', role: 'operator' })

/** The value of a credential for a server of the operator. Null: it has no usable value or is not for this server. */
export async function storedKey(
  broker: Pick<CredentialBroker, 'bind'>,
  credential: string,
  url: string,
): Promise<string | null> {
  const bound = (await broker.bind(instance, [credential])).get(credential)
  if (bound === undefined || isWithheld(bound) || !bound.hosts.includes(canonicalHost(new URL(url).host))) return null
  const value = bound.value()
  return value.length >= shortestKey && /^[\x21-\x7e]+$/.test(value) ? value : null
}
