import type { Alliance } from '../alliances.ts'

export const allianceNames: Record<Alliance, string> = {
  star: 'Star Alliance',
  oneworld: 'oneworld',
  skyteam: 'SkyTeam',
}
