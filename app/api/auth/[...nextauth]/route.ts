import { nextAuthRoute } from '#lib/server.ts'

export const dynamic = 'force-dynamic'

export const GET = nextAuthRoute
export const POST = nextAuthRoute
