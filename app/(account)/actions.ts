'use server'

import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { getSignedIn, services } from '#lib/compose/server.ts'
import { isAccountProblem } from '#lib/platform/model/account-problems.ts'
import type { FormState } from '#lib/platform/model/account-schema.ts'
import { refusalText } from '#lib/platform/model/refusal-text.ts'
import { safeReturnPath } from '#lib/platform/model/return-path.ts'
import type { IssuedCookie } from '#lib/platform/server/auth/session-cookie.ts'
import type { SignedIn } from '#lib/platform/server/auth/sessions.ts'
import type { Outcome, Refused } from '#lib/platform/server/http/outcome.ts'
import { tooManyText } from '#lib/platform/server/i18n/too-many-text.ts'

async function foreign(): Promise<FormState> {
  const t = await getTranslations('errors')
  return { message: t('foreignForm') }
}

/** The request's headers if it comes from our own pages; otherwise null. */
async function ownHeaders(): Promise<Headers | null> {
  const [{ checkOrigin }, list] = [await services(), await headers()]
  return checkOrigin(list) === 'own' ? list : null
}

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

/** The type cannot guarantee a form: the body of a forged request can be anything. */
const isForm = (data: unknown): boolean => data instanceof FormData

/** The form's text fields, without React's own and without the return path. */
function fieldsOf(data: FormData): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of data) {
    if (typeof value === 'string' && name !== 'next' && !name.startsWith('$')) fields[name] = value
  }
  return fields
}

/** An operation of a form. A success may issue the cookie of a new session. */
type FormOperation = (fields: Record<string, string>, own: Headers) => Promise<Outcome<IssuedCookie | { reset: true }>>

/** Runs a form's operation if our own pages sent it. A success leads to `next`. Absent: to the form's return path. */
async function submit(data: FormData, operation: FormOperation, next?: string): Promise<FormState> {
  const own = await ownHeaders()
  if (own === null || !isForm(data)) return foreign()
  const fields = fieldsOf(data)
  const outcome = await operation(fields, own)
  if (!outcome.ok) return stateOf(outcome, fields)
  if ('name' in outcome.value) await setCookie(outcome.value)
  redirect(next ?? safeReturnPath(data.get('next')))
}

/** The session of the request. Without one, leads to `path`. */
async function signedInOr(path: string): Promise<SignedIn> {
  return (await getSignedIn()) ?? redirect(path)
}

export async function signIn(_: FormState, data: FormData): Promise<FormState> {
  const { auth } = await services()
  return submit(data, auth.signIn)
}

export async function signUp(_: FormState, data: FormData): Promise<FormState> {
  const { auth } = await services()
  return submit(data, auth.signUp)
}

export async function becomeOperator(_: FormState, data: FormData): Promise<FormState> {
  const { auth } = await services()
  const become: FormOperation = async (fields, own) =>
    auth.becomeOperator(fields, await signedInOr('/sign-in?next=/operator'), own)
  return submit(data, become, '/account')
}

export async function changePassword(_: FormState, data: FormData): Promise<FormState> {
  const { auth } = await services()
  const change: FormOperation = async (fields, own) =>
    auth.changePassword(fields, await signedInOr('/sign-in?next=/account'), own)
  return submit(data, change, '/account?password=changed')
}

export async function resetPassword(_: FormState, data: FormData): Promise<FormState> {
  const { auth } = await services()
  return submit(data, auth.resetPassword, '/sign-in?next=/account&password=set')
}

export async function deleteAccount(_: FormState, data: FormData): Promise<FormState> {
  const { auth } = await services()
  return submit(data, async (fields, own) => auth.deleteAccount(fields, await signedInOr('/'), own), '/')
}

export async function signOut(): Promise<void> {
  const own = await ownHeaders()
  if (own !== null) await setCookie(await (await services()).auth.signOut(own))
  redirect('/')
}

export async function signOutEverywhere(): Promise<void> {
  const own = await ownHeaders()
  const signedIn = await getSignedIn()
  if (own !== null && signedIn !== null) await setCookie(await (await services()).auth.signOutEverywhere(signedIn))
  redirect('/sign-in')
}
