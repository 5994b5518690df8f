import type { ErrorBody } from '#runner/contract/errors.ts'
import { type BlamedError, blamed, blameOf } from '#runner/contract/faults.ts'
import { type RefusalReason, refusalReasons } from './refusal-reasons.ts'

/** An error as every entry point tells it to programs: with who is at fault, and with what they, or else the caller, can do. */
type ToldError = BlamedError & { readonly remedy: string }

export function toldError(error: ErrorBody): ToldError {
  const { reason } = error
  return { ...blamed(error), remedy: (isRefusalReason(reason) ? refusalReasons[reason] : blameOf(error)).remedy }
}

const isRefusalReason = (reason: string | undefined): reason is RefusalReason =>
  reason !== undefined && Object.hasOwn(refusalReasons, reason)
