import { NextResponse } from 'next/server'
import { checkFormPost } from '#lib/http/check-form-post.ts'
import { refusalResponse } from '#lib/http/outcome.ts'

/** Looks at nothing but what is sent to a page: whoever opens one is not held up. */
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
