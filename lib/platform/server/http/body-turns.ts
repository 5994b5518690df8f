import type { IncomingMessage, ServerResponse } from 'node:http'
import { createFairTurns } from '../auth/fair-turns.ts'
import { clientKeyOfRequest } from './client-address.ts'

/** A body that is no longer costs little more than the head of its request. */
const shortBytes = 16 * 1024
/** More than a person needs at once. A request of another person is served beside so many, however many are sent. */
const ofOneAddress = 4
/** The work for a body is done within milliseconds. A request that takes longer waits, for its body or for others. */
const longestMs = 1_000

const unbounded = Number.POSITIVE_INFINITY
const bounds = { width: unbounded, widthOfAddress: ofOneAddress, maxWaiting: unbounded, maxWaitingOfAddress: unbounded }

/**
 * Returns a function that resolves when the body of a request may be read. Long bodies of one address wait for each
 * other, and those with different credentials take turns. The credential is not checked: whoever invents some delays
 * only the own address.
 */
export function createBodyTurns(): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const turns = createFairTurns(bounds)
  return async (request, response) => {
    const { headers } = request
    if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= shortBytes) return
    const credential = headers.authorization ?? headers.cookie
    const applicant = { address: clientKeyOfRequest(request), account: credential ?? '' }
    await new Promise<void>((begin) => {
      void turns.run(applicant, () => {
        begin()
        return handled(request, response, credential !== undefined)
      })
    })
  }
}

/**
 * Resolves when the answer has been sent, when the client has left, or after `longestMs`. Without a credential already
 * when the body has been read: these callers share one line, and the rest of the work may tell them apart.
 */
function handled(request: IncomingMessage, response: ServerResponse, isKnown: boolean): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve()
    const timer = setTimeout(resolve, longestMs)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    response.once('close', end)
    if (!isKnown) request.once('end', end)
  })
}
