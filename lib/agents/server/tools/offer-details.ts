import * as z from 'zod'
import { cleanJson } from '#lib/platform/server/http/clean-text.ts'
import { parseInput } from '#lib/platform/server/http/input-error.ts'
import type { Params } from '#runner/contract/capabilities/action-contract.ts'
import { errorOf } from '#runner/contract/faults.ts'
import type { KeptOffers } from './kept-offers.ts'
import { parametersOf, type Tool } from './tool.ts'
import { failed, type ToolAnswer, untrustedNotice } from './tool-answer.ts'

const Arguments = z.strictObject({ id: z.string().describe('The id of a result of an earlier search.') })

/** The function that returns all details of an offer from an earlier search. */
export const offerDetailsTool: Tool = {
  name: 'offer_details',
  description:
    'Gives everything about one flight or hotel offer of an earlier search: every segment, bags, fare conditions, price parts, payment and cancellation terms.',
  parameters: parametersOf(Arguments),
  readOnly: true,
  destructive: false,
  confirms: false,
  reachesOut: false,
}

export async function offerDetails(
  offers: KeptOffers,
  principalId: string,
  given: Params,
  maySee: (skill: string) => boolean,
): Promise<ToolAnswer> {
  const read = parseInput(Arguments, given, 'arguments')
  if (!read.ok) return failed(read.error)
  const kept = await offers.find(principalId, read.value.id)
  if (kept === undefined || !maySee(kept.skill)) {
    const message = 'There is no offer with this id, or it is too old. Search again and use an id of the new results.'
    return failed(errorOf('NOT_FOUND', {}, { message, details: { id: 'is not the id of an offer' } }))
  }
  return {
    status: 'success',
    message: 'Here are the details of the offer.',
    notice: untrustedNotice,
    skill: kept.skill,
    results: [{ ...cleanJson(kept.offer), fetched_at: kept.fetchedAt }],
  }
}
