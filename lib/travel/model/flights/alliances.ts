import { type Alliance, alliances } from '../alliances.ts'

/** `other` stands for a carrier without an alliance. */
export const allianceGroups = [...alliances, 'other'] as const
export type AllianceGroup = (typeof allianceGroups)[number]

/** Full members by IATA carrier code. Regional partners fly under their member's code and need no entry. */
const members: Record<Alliance, string> = {
  star: 'A3 AC AI AV AZ BR CA CM ET LH LO LX MS NH NZ OS OU OZ SA SN SQ TG TK TP UA ZH',
  oneworld: 'AA AS AT AY BA CX FJ HA IB JL MH QF QR RJ UL WY',
  skyteam: 'AF AM AR CI DL GA KE KL KQ ME MF MU RO SK SV UX VN VS',
}

const byCarrier = new Map(
  alliances.flatMap((alliance) => members[alliance].split(' ').map((code) => [code, alliance] as const)),
)

/** A carrier's alliance; `undefined` without one. */
export function allianceOf(carrier: string): Alliance | undefined {
  return byCarrier.get(carrier)
}
