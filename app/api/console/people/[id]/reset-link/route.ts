import { defineRoute } from '#lib/compose/define-route.ts'
import { PersonParams, ResetLink } from '#lib/console/model/console-people.ts'
import { operatorsConfirm } from '#lib/console/server/operators-only.ts'
import { instanceUrlOf } from '#lib/platform/server/http/origin.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'

/** Makes a link with which the person sets a new password. Nothing but this answer contains it. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsConfirm,
  params: PersonParams,
  output: ResetLink,
  async handle({ params, context, request, services: { auth, env } }) {
    const token = await auth.makeResetToken(context, params)
    if (token === undefined) return refuse('CONFLICT', { message: 'This account has no password to reset.' })
    const link = new URL(`${instanceUrlOf(request, env.publicUrl)}/reset-password`)
    link.searchParams.set('token', token)
    return { body: { link: link.href } }
  },
})
