import type { InvokeRequest } from '#lib/skills/server/invoking/invoke-skill.ts'
import { type AdmittedExecution, hasCredentials } from '#runner/run/admit.ts'
import type { TravelPorts } from '../ports.ts'

/** The sources of a capability that have their credentials and may answer a request. Runs nothing. */
export async function admittedSources(
  { skills, invoke }: Pick<TravelPorts, 'skills' | 'invoke'>,
  capability: string,
  request: Omit<InvokeRequest, 'skill'>,
): Promise<AdmittedExecution[]> {
  const offered = await skills.byCapability(capability)
  const checks = await Promise.all(offered.map(({ manifest }) => invoke.admit({ ...request, skill: manifest.name })))
  return checks.filter((one) => one.kind === 'admitted').filter(hasCredentials)
}
