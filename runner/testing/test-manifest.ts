import { SkillManifest } from '../contract/manifest.ts'

/** The manifest of a skill that asks for nothing, but for the given fields. */
export const testManifest = (fields: object = {}): SkillManifest =>
  SkillManifest.parse({ name: 'probe', version: '1.0.0', description: 'a test', risk_level: 'low', ...fields })
