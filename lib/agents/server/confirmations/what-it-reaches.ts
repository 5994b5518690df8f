import type { Texts } from '#lib/platform/model/texts.ts'
import type { Permissions } from '#runner/contract/manifest.ts'
import { longestTokenLifeS } from '#runner/contract/operations/crypto.ts'

/** What a skill with these permissions may reach, and what it cannot do. */
export function whatItReaches(
  { network, secrets, signing, filesystem, exec, messages, gateway }: Permissions,
  operator: string,
  t: Texts<'confirm'>,
): { readonly reaches: string[]; readonly cannot: string[] } {
  const { egress } = network
  const reaches = [
    ...egress.map((host) => t('reachesHost', { host })),
    ...secrets.map((name) => t('reachesSecret', { name })),
    ...signing.jwt.map((name) => t('reachesTokens', { name, minutes: longestTokenLifeS / 60 })),
    ...signing.hmac.map((name) => t('reachesSignatures', { name })),
    ...(messages ? [t('reachesMessages', { operator })] : []),
    ...(gateway ? [t('reachesGateway')] : []),
    ...filesystem.read.map((path) => t('reachesRead', { path })),
    ...filesystem.write.map((path) => t('reachesWrite', { path })),
    ...exec.map((name) => t('reachesProgram', { name })),
  ]
  return {
    reaches: reaches.length > 0 ? reaches : [t('reachesNothing')],
    cannot: [
      t(egress.length > 0 ? 'cannotOtherHost' : 'cannotAnyHost'),
      t(messages ? 'cannotWriteToOthers' : 'cannotLeaveMessages'),
      ...(filesystem.read.length + filesystem.write.length > 0 ? [] : [t('cannotUseFiles')]),
    ],
  }
}
