import type { SkillHost } from '#runner/sdk/index.ts'
import { asArray, asRecord, textReader } from '#runner/sdk/read-json.ts'
import { hotelRequest } from './request.ts'

const asText = textReader(100)
/** The provider's name for a hotel without a chain. */
const noChain = 'Not Available'

/** The name of a hotel's chain, which the rates do not have. `undefined`: it has none, or the provider does not answer. */
export async function findChain(hotelId: string, host: Pick<SkillHost, 'fetch'>): Promise<string | undefined> {
  try {
    const { url, request } = hotelRequest(hotelId)
    const response = await host.fetch(url, request)
    const body = asRecord(JSON.parse(await response.text()))
    const hotel = asArray(body?.data)
      .map(asRecord)
      .find((entry) => entry?.id === hotelId)
    const name = asText(hotel?.chain)
    return name === noChain ? undefined : name
  } catch {
    // The offers are complete without it.
    return undefined
  }
}
