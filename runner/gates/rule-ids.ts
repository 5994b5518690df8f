/** The rules of the travel gate and the manifest gate, which are code and not data. */
export const travelRuleIds = [] as const
