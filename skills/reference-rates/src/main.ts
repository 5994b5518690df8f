import type { ReferenceRatesParams } from '#runner/contract/capabilities/reference-rates.ts'
import { defineSkill } from '#runner/sdk/index.ts'
import { valueOrThrow } from '#runner/sdk/outcome.ts'
import { askRates } from './ask-rates.ts'

export default defineSkill<ReferenceRatesParams>(async (_call, host) =>
  valueOrThrow(await askRates(host), host.SkillError),
)
