'use server'

import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { getSignedIn, services } from '#lib/compose/server.ts'
import { isAccountProblem } from '#lib/platform/model/account-problems.ts'
import type { FormState } from '#lib/platform/model/account-schema.ts'
import { refusalText } from '#lib/platform/model/refusal-text.ts'
import { safeReturnPath } from '#lib/platform/model/return-path.ts'
import type { Auth } from '#lib/platform/server/auth/auth.ts'
import type { IssuedCookie } from '#lib/platform/server/auth/session-cookie.ts'
import type { SignedIn } from '#lib/platform/server/auth/sessions.ts'
import type { Outcome, Refused } from '#lib/platform/server/http/outcome.ts'
import { tooManyText } from '#lib/platform/server/i18n/too-many-text.ts'
import { hideTravelProfile } from '../../profile-of.ts'
import { ownFormHeaders, ownHeaders } from './own-form.ts'

async function setCookie({ name, value, ...flags }: IssuedCookie): Promise<void> {
  const jar = await cookies()
  jar.set(name, value, flags)
}

/**
 * Puts field errors under their fields and any other error above the form, in the reader's language. Never sends back
 * passwords or tokens.
 */
async function stateOf({ error, retryAfterMs }: Refused, form: Record<string, string>): Promise<FormState> {
  const t = await getTranslations('errors')
  const { password: _password, current: _current, token: _token, ...values } = form
  if (retryAfterMs !== undefined) return { message: tooManyText(retryAfterMs, t), values }
  if (!error.details) {
    const { reason } = error
    const message = isAccountProblem(reason) ? t(reason) : refusalText(error, await getTranslations('refusals'))
    return { message, values }
  }
  // The route's details are phrases; the form shows sentences.
  const sentences = Object.entries(error.details).map(([name, text]) => [
    name,
    isAccountProblem(text) ? t(text) : `${text.replace(/\.$/, '')}.`,
  ])
  return { fields: Object.fromEntries(sentences), values }
}

/** The form's text fields, without React's own and without the return path. */
function fieldsOf(data: FormData): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of data) {
    if (typeof value === 'string' && name !== 'next' && !name.startsWith('$')) fields[name] = value
  }
  return fields
}

type Operation = (
  auth: Auth,
  fields: Record<string, string>,
  own: Headers,
) => Promise<Outcome<IssuedCookie | { readonly reset: true }>>

/** Runs an operation for a form of our own pages. A refusal is the form's new state; a success redirects to `next`. */
async function submit(data: FormData, operation: Operation, next?: string): Promise<FormState> {
  const own = await ownFormHeaders(data)
  if (own === null) return { message: (await getTranslations('errors'))('foreignForm') }
  const fields = fieldsOf(data)
  const outcome = await operation((await services()).auth, fields, own)
  if (!outcome.ok) return stateOf(outcome, fields)
  if ('name' in outcome.value) await setCookie(outcome.value)
  // Without `next`, the form itself names the page to return to.
  redirect(next ?? safeReturnPath(data.get('next')))
}

/** The person of the request. Others are redirected to `elsewhere`. */
const signedInOr = async (elsewhere: string): Promise<SignedIn> => (await getSignedIn()) ?? redirect(elsewhere)

export async function signIn(_: FormState, data: FormData): Promise<FormState> {
  return submit(data, (auth, fields, own) => auth.signIn(fields, own))
}

export async function signUp(_: FormState, data: FormData): Promise<FormState> {
  return submit(data, (auth, fields, own) => auth.signUp(fields, own))
}

export async function becomeOperator(_: FormState, data: FormData): Promise<FormState> {
  const person = () => signedInOr('/sign-in?next=/operator')
  return submit(data, async (auth, fields, own) => auth.becomeOperator(fields, await person(), own), '/console')
}

export async function changePassword(_: FormState, data: FormData): Promise<FormState> {
  const person = () => signedInOr('/sign-in?next=/account')
  const changed = '/account?password=changed'
  return submit(data, async (auth, fields, own) => auth.changePassword(fields, await person(), own), changed)
}

export async function resetPassword(_: FormState, data: FormData): Promise<FormState> {
  return submit(data, (auth, fields, own) => auth.resetPassword(fields, own), '/sign-in?next=/account&password=set')
}

export async function deleteAccount(_: FormState, data: FormData): Promise<FormState> {
  const operation: Operation = async (auth, fields, own) => {
    const deleted = await auth.deleteAccount(fields, await signedInOr('/'), own)
    if (deleted.ok) await hideTravelProfile()
    return deleted
  }
  return submit(data, operation, '/')
}

export async function signOut(): Promise<void> {
  const own = await ownHeaders()
  if (own !== null) await setCookie(await (await services()).auth.signOut(own))
  await hideTravelProfile()
  redirect('/')
}

export async function signOutEverywhere(): Promise<void> {
  const own = await ownHeaders()
  const signedIn = await getSignedIn()
  if (own !== null && signedIn !== null) await setCookie(await (await services()).auth.signOutEverywhere(signedIn, own))
  await hideTravelProfile()
  redirect('/sign-in')
}
