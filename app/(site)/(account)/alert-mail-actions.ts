'use server'

import { revalidatePath } from 'next/cache'
import { getTranslations } from 'next-intl/server'
import { getCurrentUser, services } from '#lib/compose/server.ts'
import { type Language, realLanguage } from '#lib/platform/model/languages.ts'
import { clientKeyOf } from '#lib/platform/server/http/client-address.ts'
import { tunnelOf } from '#lib/platform/server/http/tunneled.ts'
import { readingOf } from '#lib/platform/server/i18n/reading.ts'
import { tooManyText } from '#lib/platform/server/i18n/too-many-text.ts'
import type { AlertMailAnswer, AlertMailForm, AlertMailProblem } from '#lib/travel/model/alert-mail-state.ts'
import { ownFormHeaders } from './own-form.ts'

async function foreign(): Promise<AlertMailForm> {
  return { problem: (await getTranslations('errors'))('foreignForm') }
}

async function refused(problem: AlertMailProblem): Promise<AlertMailForm> {
  return { problem: (await getTranslations('mails'))(problem) }
}

/** Converts an answer to the form's state, in the language of the page. */
async function formOf(answer: AlertMailAnswer): Promise<AlertMailForm> {
  if (answer.ok) return { isDone: true }
  if ('problem' in answer) return refused(answer.problem)
  return { problem: tooManyText(answer.retryAfterMs, await getTranslations('errors')) }
}

/** The language of mails that a reader of this page requests. */
async function languageOf(): Promise<Language> {
  return realLanguage((await readingOf()).language)
}

const textOf = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** Mails the link that confirms the account's address. */
export async function sendAddressLink(_: AlertMailForm, data: FormData): Promise<AlertMailForm> {
  const own = await ownFormHeaders(data)
  if (own === null) return foreign()
  const principal = await getCurrentUser()
  if (principal === null) return refused('signedOut')
  const { alertMail } = await services()
  return formOf(
    await alertMail.sendConfirmation(principal, clientKeyOf(own), await languageOf(), tunnelOf(own)?.url.origin),
  )
}

/** Turns the alert mails on or off. */
export async function switchAlertMails(_: AlertMailForm, data: FormData): Promise<AlertMailForm> {
  if ((await ownFormHeaders(data)) === null) return foreign()
  const principal = await getCurrentUser()
  if (principal === null) return refused('signedOut')
  await (await services()).alertMail.switchMails(principal, textOf(data, 'to') === 'on', await languageOf())
  revalidatePath('/trips')
  return { isDone: true }
}

/** Confirms the e-mail address that got the link. Needs no session: the link may be opened in another browser. */
export async function confirmAddress(_: AlertMailForm, data: FormData): Promise<AlertMailForm> {
  if ((await ownFormHeaders(data)) === null) return foreign()
  const token = textOf(data, 'token')
  const { alertMail } = await services()
  const email = (await alertMail.addressOf(token)) ?? ''
  const answer = await alertMail.confirm(token)
  // Without scripts, the server renders the page again after this. By then the link is used up and names no address.
  return answer.ok ? { done: (await getTranslations('alerts'))('confirmed', { email }) } : formOf(answer)
}

/** Ends the alert mails of the person whose link was opened. Needs no session. */
export async function endAlertMails(_: AlertMailForm, data: FormData): Promise<AlertMailForm> {
  if ((await ownFormHeaders(data)) === null) return foreign()
  const isEnded = await (await services()).alertMail.unsubscribe(textOf(data, 'token'))
  return isEnded ? { done: (await getTranslations('alerts'))('stopped') } : refused('linkIncomplete')
}
