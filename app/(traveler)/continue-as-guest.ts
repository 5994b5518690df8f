'use server'

import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { services } from '#lib/server.ts'
import { safeReturnPath } from '#lib/shared/return-path.ts'

/** Makes a guest session and goes on to the form's `next`; a refusal is shown by the sign-in page. */
export async function continueAsGuest(form: FormData): Promise<void> {
  const { auth, checkOrigin } = await services()
  const own = await headers()
  const next = safeReturnPath(form instanceof FormData ? form.get('next') : null)
  if (checkOrigin(own) !== 'own') redirect(`/sign-in?${new URLSearchParams({ error: 'FORBIDDEN', next })}`)
  const outcome = await auth.continueAsGuest(own)
  if (!outcome.ok) redirect(`/sign-in?${new URLSearchParams({ error: outcome.error.code, next })}`)
  const { name, value, ...flags } = outcome.value
  const jar = await cookies()
  jar.set(name, value, flags)
  redirect(next)
}
