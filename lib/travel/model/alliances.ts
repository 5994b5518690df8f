export const alliances = ['star', 'oneworld', 'skyteam'] as const
export type Alliance = (typeof alliances)[number]

export const allianceNames: Record<Alliance, string> = {
  star: 'Star Alliance',
  oneworld: 'oneworld',
  skyteam: 'SkyTeam',
}
