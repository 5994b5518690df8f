import { NextResponse } from 'next/server'
import { services } from '#lib/compose/process-services.ts'
import { foreignFormText } from '#lib/platform/model/foreign-form.ts'
import { checkFormPost } from '#lib/platform/server/http/check-form-post.ts'
import { refusalResponse } from '#lib/platform/server/http/outcome.ts'

/** Checks only requests that send data to a page; plain page views pass without delay. */
export async function proxy(request: Request): Promise<Response> {
  const checked = await checkFormPost(request, async (headers) => (await services()).checkOrigin(headers))
  if (checked.ok) return NextResponse.next()
  if (checked.error.reason !== 'foreign_origin') return refusalResponse(checked)
  // React gives the error page the text of an answer of exactly this type.
  return new Response(foreignFormText, { status: 403, headers: { 'content-type': 'text/plain' } })
}

export const config = {
  matcher: [
    { source: '/((?!api/).*)', has: [{ type: 'header', key: 'content-type' }] },
    { source: '/:path*', has: [{ type: 'header', key: 'next-action' }] },
  ],
}
