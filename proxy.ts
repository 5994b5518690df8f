import { NextResponse } from 'next/server'
import { checkFormPost } from '#lib/platform/server/http/check-form-post.ts'
import { refusalResponse } from '#lib/platform/server/http/outcome.ts'

/** Checks only requests that send data to a page; plain page views pass without delay. */
export async function proxy(request: Request): Promise<Response> {
  const checked = await checkFormPost(request)
  return checked.ok ? NextResponse.next() : refusalResponse(checked)
}

export const config = {
  matcher: [
    { source: '/((?!api/).*)', has: [{ type: 'header', key: 'content-type' }] },
    { source: '/:path*', has: [{ type: 'header', key: 'next-action' }] },
  ],
}
