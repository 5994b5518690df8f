import type { SkillHost } from '#runner/sdk/index.ts'
import { asArray, asRecord, type JsonRecord, textReader } from '#runner/sdk/read-json.ts'
import { type Presented, readPresented } from './hotels.ts'
import { facilitiesRequest, hotelRequest } from './request.ts'

const asText = textReader(100)
/** The provider's name for a hotel without a chain. */
const noChain = 'Not Available'

/** What the rates do not have of a hotel. */
export type HotelData = Presented & {
  /** `undefined`: the hotel has no chain, or the provider does not answer. */
  readonly chain: string | undefined
}

type Host = Pick<SkillHost, 'fetch'>

/** The data of one hotel. The offers are complete without it, so a failure leaves it out. */
export async function findHotelData(hotelId: string, host: Host): Promise<HotelData> {
  const [listed, described] = await Promise.all([
    dataOf(hotelId, host, hotelRequest(hotelId)),
    dataOf(hotelId, host, facilitiesRequest(hotelId)),
  ])
  const name = asText(listed.chain)
  return { ...readPresented({ ...described, ...listed }), chain: name === noChain ? undefined : name }
}

async function dataOf(
  hotelId: string,
  host: Host,
  { url, request }: ReturnType<typeof hotelRequest>,
): Promise<JsonRecord> {
  try {
    const response = await host.fetch(url, request)
    const data: unknown = asRecord(JSON.parse(await response.text()))?.data
    const entries = Array.isArray(data) ? asArray(data) : [data]
    return entries.map(asRecord).find((entry) => entry?.id === hotelId) ?? {}
  } catch {
    return {}
  }
}
