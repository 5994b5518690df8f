export const alliances = ['star', 'oneworld', 'skyteam'] as const
export type Alliance = (typeof alliances)[number]
