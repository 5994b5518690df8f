/** The rules of the travel gate and the manifest gate, which are code and not data. */
export const travelRuleIds = [
  'TRAVEL-001',
  'TRAVEL-001-LIKELY',
  'TRAVEL-002',
  'TRAVEL-002-RUNTIME',
  'TRAVEL-002-INSTALL',
  'TRAVEL-003',
  'MANIFEST-INVALID',
  'MANIFEST-FORMAT',
  'MANIFEST-WARNING',
  'MANIFEST-UNUSED',
  'MANIFEST-UNDECLARED',
] as const
export type TravelRuleId = (typeof travelRuleIds)[number]

/** Nobody has read all of such a skill, so that nobody can accept it. Its digest does not cover what was not read. */
export const neverAccepted: readonly string[] = ['FILE-BEYOND-BOUNDS']
