/** The opinion of a language model, which the app adds to the findings of the gates if the operator asks for it. */
export const opinionRuleId = 'SECOND-OPINION'

/** The rules of the travel gate and the manifest gate, which are written in code, not as data. */
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

/** Findings that no suppression can accept: parts of the skill were not read, and its digest does not cover them. */
export const neverAccepted: readonly string[] = ['FILE-BEYOND-BOUNDS']
