import type { SkillManifest } from '#runner/contract/manifest.ts'
import type { Upstreams } from '#runner/core/ports.ts'

/** Whether a stand-in with generated data answers in place of the skill's provider. */
export const isStandIn = ({ permissions }: SkillManifest, upstreams: Upstreams): boolean =>
  permissions.network.egress.some((host) => upstreams.of(host)?.data === 'sample')
