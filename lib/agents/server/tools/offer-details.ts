import { cleanJson } from '#lib/platform/server/http/clean-text.ts'
import { sentenceOf } from '#runner/contract/errors.ts'
import { errorOf } from '#runner/contract/faults.ts'
import type { KeptOffers } from './kept-offers.ts'
import type { Tool } from './tool.ts'
import { failed, type ToolAnswer, untrustedNotice } from './tool-answer.ts'

/** The function that returns all details of an offer from an earlier search. */
export const offerDetailsTool: Tool = {
  name: 'offer_details',
  description:
    'Gives everything about one flight or hotel offer of an earlier search: every segment, bags, fare conditions, price parts, payment and cancellation terms.',
  parameters: {
    type: 'object',
    properties: { id: { type: 'string', description: 'The id of a result of an earlier search.' } },
    required: ['id'],
    additionalProperties: false,
  },
  readOnly: true,
  destructive: false,
  confirms: false,
  reachesOut: false,
}

export async function offerDetails(
  offers: KeptOffers,
  principalId: string,
  id: unknown,
  maySee: (skill: string) => boolean,
): Promise<ToolAnswer> {
  const kept = typeof id === 'string' ? await offers.find(principalId, id) : undefined
  if (kept === undefined || !maySee(kept.skill)) {
    const message = 'There is no offer with this id, or it is too old. Search again and use an id of the new results.'
    return failed(errorOf('NOT_FOUND', {}, { message, details: { id: sentenceOf('NOT_FOUND') } }))
  }
  return {
    status: 'success',
    message: 'Here are the details of the offer.',
    notice: untrustedNotice,
    skill: kept.skill,
    results: [{ ...cleanJson(kept.offer), fetched_at: kept.fetchedAt }],
  }
}
