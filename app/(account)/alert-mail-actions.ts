'use server'

import { revalidatePath } from 'next/cache'
import { headers } from 'next/headers'
import { clientKeyOf } from '#lib/http/client-address.ts'
import { getCurrentUser, services } from '#lib/server.ts'
import type { AlertMailForm } from '#lib/shared/alert-mail-state.ts'

const foreign: AlertMailForm = { problem: 'This form did not come from travel.aw. Reload the page and try again.' }
const signedOut: AlertMailForm = { problem: 'You are signed out. Sign in, then try again.' }

/** The request's headers if it comes from our own pages; otherwise null. A hand-made request may hold anything as form. */
async function ownHeaders(data: FormData): Promise<Headers | null> {
  const [{ checkOrigin }, list] = [await services(), await headers()]
  return checkOrigin(list) === 'own' && data instanceof FormData ? list : null
}

const textOf = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** Mails the link that confirms the account's address. */
export async function sendAddressLink(_: AlertMailForm, data: FormData): Promise<AlertMailForm> {
  const own = await ownHeaders(data)
  if (own === null) return foreign
  const principal = await getCurrentUser()
  if (principal === null) return signedOut
  const sent = await (await services()).alertMail.sendConfirmation(principal, clientKeyOf(own))
  return sent.ok ? { isDone: true } : { problem: sent.error.message }
}

/** Turns the alert mails on or off. */
export async function switchAlertMails(_: AlertMailForm, data: FormData): Promise<AlertMailForm> {
  if ((await ownHeaders(data)) === null) return foreign
  const principal = await getCurrentUser()
  if (principal === null) return signedOut
  await (await services()).alertMail.switchMails(principal, textOf(data, 'to') === 'on')
  revalidatePath('/trips')
  return { isDone: true }
}

/** Confirms the address of a link. Needs no session: the link may be opened in another browser. */
export async function confirmAddress(_: AlertMailForm, data: FormData): Promise<AlertMailForm> {
  if ((await ownHeaders(data)) === null) return foreign
  const confirmed = await (await services()).alertMail.confirm(textOf(data, 'token'))
  return confirmed.ok ? { isDone: true } : { problem: confirmed.error.message }
}

/** Ends the mails of a link's person. Needs no session. */
export async function endAlertMails(_: AlertMailForm, data: FormData): Promise<AlertMailForm> {
  if ((await ownHeaders(data)) === null) return foreign
  const isEnded = await (await services()).alertMail.unsubscribe(textOf(data, 'token'))
  return isEnded ? { isDone: true } : { problem: 'This link is not complete. Copy it whole from the mail.' }
}
