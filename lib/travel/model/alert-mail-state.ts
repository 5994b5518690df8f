import * as z from 'zod'

/** The token of an unsubscribe link. */
export const UnsubscribeQuery = z.object({ token: z.string().max(100) })
export const UnsubscribeAnswer = z.strictObject({ unsubscribed: z.literal(true) })

/**
 * Whether a person gets alerts by e-mail. `no_mail`: the app sends no e-mail. `guest`, `no_address`: the person has no
 * address. `unconfirmed`: the address is not confirmed.
 */
export type AlertMailState =
  | { kind: 'no_mail' | 'guest' | 'no_address' }
  | { kind: 'unconfirmed' | 'on' | 'off'; email: string }

/** Why a form about alert mails was refused: the key of a message in `mails`. */
export type AlertMailProblem =
  | 'signedOut'
  | 'sendsNone'
  | 'hasNoAddress'
  | 'confirmedAlready'
  | 'notSent'
  | 'linkEnded'
  | 'linkIncomplete'

/** The result of an operation on alert mails. `retryAfterMs`: there were too many requests. */
export type AlertMailAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: AlertMailProblem }
  | { readonly ok: false; readonly retryAfterMs: number }

/**
 * The result of a form about alert mails. `done`: the text that takes the form's place. `problem`: why it was refused.
 * Both are in the language of the page.
 */
export type AlertMailForm = { isDone?: boolean; done?: string; problem?: string }
export type AlertMailAction = (state: AlertMailForm, data: FormData) => Promise<AlertMailForm>
