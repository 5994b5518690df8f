import type { SkillHost } from '../sdk/index.ts'

const unused = (name: string) => () => Promise.reject(new Error(`${name} is not there in this test`))

/** What a skill's test leaves out of its host. */
export const unusedHost: Pick<SkillHost, 'settings' | 'llm'> = {
  settings: { get: unused('settings.get'), keys: unused('settings.keys') },
  llm: { complete: unused('llm.complete') },
}
